import { cancel, confirm, intro, isCancel, log, select, text } from "@clack/prompts";
import { obeyColour } from "#cli/commands/ask";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { padEnd } from "#cli/render/width";
import { describeStack } from "#core/profile/describe-stack";
import { applyOverrides, type CommandOverrides } from "#core/profile/verify-command";
import type { AgentId } from "#contracts/agent-ids";
import { COMMAND_NAMES } from "#contracts/project-rules";
import type { InstallAction } from "#contracts/schema/install-report";
import type { ProfileCommands } from "#contracts/schema/profile";
import type { Preflight } from "#contracts/schema/routes/project-routes";
import { planInstallation, type InstallRequest } from "#engine/operations/install-project";
import { listAgents } from "#engine/operations/list-agents";
import type { ProjectSurvey } from "#engine/operations/survey-project";
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
  const columns = context.pen.screen.columns - GUIDE_COLUMNS;
  obeyColour(context);
  intro(`Set up ${clean(name)}`);
  showFindings(preflight);

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
  log.info(planLines(report.actions, columns).join("\n"));
  const agreed = await confirm({ message: "Install?" });
  return agreed === true ? settled : declined();
}

const GUIDE_COLUMNS = 3;
/** Before the files of a row. */
const WORD_COLUMNS = 9;

function declined(): null {
  cancel("Nothing was written.");
  return null;
}

function showFindings({ profile, checks }: Preflight): void {
  const git = checks.filter((check) => check.result === "ok" && check.name !== "agent");
  const place = git.map(({ name, message }) =>
    name === "git" ? `git on ${message.split(",")[0]}` : message,
  );
  log.info([describeStack(profile), place.join(", ")].filter((part) => part !== "").join(" · "));
  for (const { name, result, message } of checks) {
    if (result === "warning") log.warn(`${name}: ${clean(message)}`);
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

function planLines(actions: readonly InstallAction[], columns: number): string[] {
  const order = (file: string, action: string): number =>
    (file.includes("/") ? 2 : 0) + (action === "created" ? 1 : 0);
  const sorted = [...actions].sort((a, b) => order(a.file, a.action) - order(b.file, b.action));
  const files = (...kinds: readonly string[]): string[] =>
    sorted.filter(({ action }) => kinds.includes(action)).map(({ file }) => file);
  const fresh = files("created", "rendered");
  const merged = files("merged");
  return [
    summary(fresh.length, merged.length),
    ...fillRow("new", fresh, columns),
    ...fillRow("block", merged, columns),
    ...fillRow("update", files("updated"), columns),
    ...fillRow("keep", files("skipped"), columns),
  ];
}

function summary(fresh: number, merged: number): string {
  const files = `${fresh} new ${fresh === 1 ? "file" : "files"}`;
  const blocks = merged === 0 ? "" : `, and a marked block in ${merged} of yours`;
  return `${files}${blocks}. Nothing else is touched.`;
}

/** A word and its files, in as many lines as they need. */
function fillRow(word: string, files: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const file of files) {
    const longer = `${lines.at(-1) ?? ""}  ${file}`;
    if (lines.length > 0 && longer.length + WORD_COLUMNS <= columns) lines[lines.length - 1] = longer;
    else lines.push(file);
  }
  return lines.map((line, i) => `  ${padEnd(i === 0 ? word : "", WORD_COLUMNS - 2)}${line}`);
}
