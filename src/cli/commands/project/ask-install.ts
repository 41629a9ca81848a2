import { cancel, confirm, intro, isCancel, log, select, text } from "@clack/prompts";
import { preparePrompts } from "#cli/commands/prepare-prompts";
import { fillRows } from "#cli/commands/project/file-rows";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import type { Pen } from "#cli/render/pen";
import { padEnd, wrap } from "#cli/render/width";
import { describeStack } from "#core/profile/describe-stack";
import { applyOverrides, type CommandOverrides } from "#core/profile/verify-command";
import type { AgentId } from "#contracts/agent-ids";
import { COMMAND_NAMES } from "#contracts/project-rules";
import type { InstallAction } from "#contracts/schema/install-report";
import type { ProfileCommands } from "#contracts/schema/profile";
import type { Preflight } from "#contracts/schema/routes/project-routes";
import { planInstallation, type InstallRequest } from "#engine/operations/install/install-project";
import { listAgents } from "#engine/operations/service/list-agents";
import type { ProjectSurvey } from "#engine/operations/install/survey-project";
import type { Ports } from "#engine/ports";

interface Subject {
  readonly name: string;
  readonly survey: ProjectSurvey;
  readonly preflight: Preflight;
  readonly request: InstallRequest;
}

/** Three questions at most; null when the person doesn't want it. The prompt library talks to the process's own terminal. */
export async function askInstall(
  context: CommandContext,
  ports: Ports,
  { name, survey, preflight, request }: Subject,
): Promise<InstallRequest | null> {
  const { screen } = context.pen;
  const pen = { ...context.pen, screen: { ...screen, columns: screen.columns - GUIDE_COLUMNS } };
  preparePrompts(context);
  intro(`Set up ${clean(name)}`);
  showFindings(pen, preflight);

  const { commands } = applyOverrides(survey.profile, request.overrides);
  const overrides = await askCommands(commands);
  const provider = overrides === null ? null : await askAgent(ports);
  if (overrides === null || provider === null) return declined();
  const settled: InstallRequest = {
    ...request,
    overrides: { ...request.overrides, ...overrides },
    options: { ...request.options, ...(provider !== "default" && { provider }) },
  };
  const { report } = await planInstallation(ports, survey, settled);
  log.info(planLines(pen, report.actions).join("\n"));
  const agreed = await confirm({ message: "Install?" });
  return agreed === true ? settled : declined();
}

const GUIDE_COLUMNS = 3;
/** Before the files of a row. */
const WORD_COLUMNS = 7;

function declined(): null {
  cancel("Nothing was written.");
  return null;
}

function showFindings({ screen }: Pen, { profile, checks }: Preflight): void {
  const git = checks.filter((check) => check.result === "ok" && check.name !== "agent");
  const place = git.map(({ name, message }) =>
    name === "git" ? `git on ${message.split(",")[0]}` : message,
  );
  const facts = [describeStack(profile), place.join(", ")].filter((part) => part !== "").join(" · ");
  log.info(wrap(facts, screen.columns).join("\n"));
  for (const { name, result, message } of checks) {
    if (result === "warning") log.warn(wrap(`${name}: ${clean(message)}`, screen.columns).join("\n"));
  }
}

/** The commands to use instead, {} when they are right as they are; null: cancelled. */
async function askCommands(commands: ProfileCommands): Promise<CommandOverrides | null> {
  const rows = COMMAND_NAMES.map((name) => `  ${padEnd(name, 11)}${clean(commands[name] ?? "none found")}`);
  log.info(["The loop will trust these commands:", ...rows].join("\n"));
  const right = await confirm({ message: "Are they right?" });
  if (isCancel(right)) return null;
  const changed: Record<string, string> = {};
  if (right) return changed;
  for (const name of COMMAND_NAMES) {
    const line = await text({
      message: name,
      placeholder: "none",
      initialValue: commands[name] ?? "",
      defaultValue: "",
    });
    if (isCancel(line)) return null;
    changed[name] = line;
  }
  return changed;
}

/** Asked only where there is a choice; null: cancelled. */
async function askAgent(ports: Ports): Promise<AgentId | "default" | null> {
  const here = (await listAgents(ports)).filter((agent) => agent.available);
  if (here.length < 2) return "default";
  const options = here.map(({ id, displayName }) => ({ value: id, label: id, hint: displayName }));
  const chosen = await select<AgentId>({ message: "Which agent works here?", options });
  return isCancel(chosen) ? null : chosen;
}

function planLines(pen: Pen, actions: readonly InstallAction[]): string[] {
  const order = (file: string, action: string): number =>
    (file.includes("/") ? 2 : 0) + (action === "created" ? 1 : 0);
  const sorted = [...actions].sort((a, b) => order(a.file, a.action) - order(b.file, b.action));
  const files = (...kinds: readonly string[]): string[] =>
    sorted.filter(({ action }) => kinds.includes(action)).map(({ file }) => file);
  const fresh = files("created", "rendered");
  const merged = files("merged");
  return [
    ...wrap(summary(fresh.length, merged.length), pen.screen.columns),
    ...fillRows(pen, "new", fresh, WORD_COLUMNS),
    ...fillRows(pen, "block", merged, WORD_COLUMNS),
    ...fillRows(pen, "update", files("updated"), WORD_COLUMNS),
    ...fillRows(pen, "keep", files("skipped"), WORD_COLUMNS),
  ];
}

function summary(fresh: number, merged: number): string {
  const files = `${fresh} new ${fresh === 1 ? "file" : "files"}`;
  const blocks = merged === 0 ? "" : `, and a marked block in ${merged} of yours`;
  return `${files}${blocks}. Nothing else is touched.`;
}
