import { planScreen, preflightScreen, reportScreen } from "#cli/commands/project/install-screens";
import { canAsk } from "#cli/commands/ask";
import { openFolder } from "#cli/commands/open-project";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { textOf } from "#core/install/artifact-facts";
import { shellWord } from "#core/text/shell-word";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { LEGACY, MARKER_FILE, TOOL_NAME } from "#contracts/names";
import { COMMAND_NAMES } from "#contracts/project-rules";
import type { Preflight } from "#contracts/schema/routes/project-routes";
import { hintAfterInstall } from "#engine/operations/install/hint-after-install";
import {
  installProject,
  planInstallation,
  type InstallRequest,
} from "#engine/operations/install/install-project";
import { preflightInstall } from "#engine/operations/install/preflight-install";
import { bareRepository, readOnlyAmong, refuseObstacles } from "#engine/operations/install/survey-artifacts";
import { surveyProject } from "#engine/operations/install/survey-project";
import type { Ports } from "#engine/ports";

/** Asks on a terminal; without one goes ahead unless preflight has an error, and with --yes at once. */
export async function run(context: CommandContext): Promise<number> {
  const { options, place, pen } = context;
  const { ports, name, paths } = await openFolder(context);
  const given = requestOf(context, paths.projectPath);
  const settled = options.flag("yes") ? given : await settle(context, ports, name, given);
  if (settled === "refused") return EXIT.usage;
  if (settled === "declined") return EXIT.error;
  if (options.flag("dry-run")) return showPlan(context, ports, settled);

  const report = await installProject(ports, settled);
  for (const sentence of report.warnings) context.warn({ sentence });
  if (context.json) context.data(report);
  else {
    context.say(reportScreen(pen, report, usableHints(await hintAfterInstall(ports, paths), place)));
  }
  return EXIT.ok;
}

/** The same as an installation says, with nothing done. */
async function showPlan(context: CommandContext, ports: Ports, request: InstallRequest): Promise<number> {
  refuseObstacles(await bareRepository(ports, request.projectPath));
  const survey = await surveyProject(ports, request.projectPath);
  const { steps, report } = await planInstallation(ports, survey, request);
  refuseObstacles([...survey.obstacles, ...readOnlyAmong(survey, steps)]);
  for (const sentence of report.warnings) context.warn({ sentence });
  if (context.json) context.data(report);
  const hints = usableHints([{ command: retyped(context) }], context.place);
  context.say(planScreen(context.pen, report, hints));
  return EXIT.ok;
}

/** The line as it was given, to be done now. */
function retyped({ options }: CommandContext): string {
  const words = COMMAND_NAMES.flatMap((name) => {
    const line = options.text(`${name}-cmd`);
    return line === null ? [] : [`--${name}-cmd`, shellWord(line)];
  });
  const scripts = options.flag("gitignore-scripts") ? ["--gitignore-scripts"] : [];
  return [TOOL_NAME, "install", "--yes", ...words, ...scripts].join(" ");
}

function requestOf({ options, host }: CommandContext, projectPath: string): InstallRequest {
  const overrides = COMMAND_NAMES.map((name) => [name, options.text(`${name}-cmd`) ?? undefined]);
  return {
    projectPath,
    overrides: Object.fromEntries(overrides) as InstallRequest["overrides"],
    options: options.flag("gitignore-scripts") ? { gitignoreScripts: true } : {},
    version: host.version,
  };
}

/** Preflight, and what a person says to it where one can be asked. */
async function settle(
  context: CommandContext,
  ports: Ports,
  name: string,
  request: InstallRequest,
): Promise<InstallRequest | "refused" | "declined"> {
  const survey = await surveyProject(ports, request.projectPath);
  const preflight = await preflightInstall(ports, survey);
  // What is there already, or can never be, is no matter of mending something first.
  refuseObstacles(survey.obstacles.filter(({ subject }) => subject === LEGACY.markerFile));
  if (textOf(survey.facts, MARKER_FILE) !== null) await planInstallation(ports, survey, request);
  if (preflight.errors > 0) return refuse(context, name, preflight);
  if (!canAsk(context) || context.options.flag("dry-run")) return request;
  const { askInstall } = await import("#cli/commands/project/ask-install");
  return (await askInstall(context, ports, { name, survey, preflight, request })) ?? "declined";
}

/** Data and quiet runs have no screen: there the first error speaks for all. */
function refuse(context: CommandContext, name: string, preflight: Preflight): "refused" {
  const [first] = preflight.checks.filter((check) => check.result === "error");
  if (first !== undefined && (context.json || context.quiet)) {
    throw new ToolError("CONFLICT", `${first.name} is ${first.message}.`, {
      details: { checks: preflight.checks },
      reason: "Nothing was written.",
    });
  }
  context.say(preflightScreen(context.pen, name, preflight, context.place));
  return "refused";
}
