import { preflightScreen, reportScreen } from "#cli/commands/project/install-screens";
import { canAsk } from "#cli/commands/ask";
import { openFolder } from "#cli/commands/open-project";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { COMMAND_NAMES } from "#contracts/project-rules";
import type { Preflight } from "#contracts/schema/routes/project-routes";
import { hintAfterInstall } from "#engine/operations/hint-after-install";
import { installProject, planInstallation, type InstallRequest } from "#engine/operations/install-project";
import { preflightInstall } from "#engine/operations/preflight-install";
import { surveyProject } from "#engine/operations/survey-project";
import type { Ports } from "#engine/ports";

/** Asks on a terminal; without one goes ahead unless preflight has an error, and with --yes at once. */
export async function run(context: CommandContext): Promise<number> {
  const { options, place, pen } = context;
  const { ports, name, paths } = await openFolder(context);
  const given = requestOf(context, paths.projectPath);
  const settled = options.flag("yes") ? given : await settle(context, ports, name, given);
  if (settled === "refused") return EXIT.usage;
  if (settled === "declined") return EXIT.error;

  const report = await installProject(ports, settled);
  for (const sentence of report.warnings) context.warn({ sentence });
  if (context.json) context.data(report);
  else {
    context.say(reportScreen(pen, report, usableHints(await hintAfterInstall(ports, paths), place)));
  }
  return EXIT.ok;
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
  await planInstallation(ports, survey, request);
  const preflight = await preflightInstall(ports, survey);
  if (preflight.errors > 0) return refuse(context, name, preflight);
  if (!canAsk(context)) return request;
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
