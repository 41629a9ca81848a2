import { missingTarget } from "#cli/commands/watch/missing-target";
import { statusOffers } from "#cli/commands/watch/status-offers";
import { statusScreen } from "#cli/commands/watch/status-screen";
import { firstUsable, openFolder } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import { statusExit } from "#core/status/exit-code";
import { tildePath } from "#core/projects/absolute-path";
import { readStatus, type StatusView } from "#engine/operations/loop/read-status";
import type { BacklogPaths } from "#contracts/paths";

/** The exit code is the state's, too. */
export async function run(context: CommandContext): Promise<number> {
  if (context.options.flag("all")) {
    return (await import("#cli/commands/watch/status-all")).statusAll(context);
  }
  const { ports, paths } = await openFolder(context, true);
  const view = await readStatus(ports, paths);
  const { report } = view;
  const unattended = context.json || context.pen.screen.plain;
  if (unattended && context.args.length === 0 && report.loopState === "NOT_INSTALLED")
    throw missingTarget("status");
  if (context.options.flag("follow")) {
    const { followStatus } = await import("#cli/commands/watch/follow-status");
    return followStatus(context, ports, paths);
  }
  if (context.json) context.data(report);
  else sayStatus(context, view, paths);
  return statusExit(report);
}

function sayStatus(context: CommandContext, view: StatusView, paths: BacklogPaths): void {
  const path = clean(tildePath(paths.projectPath, context.host.homeDir));
  context.say(statusScreen(context.pen, view, path, context.host));
  const hints = firstUsable(context, ...statusOffers(view));
  if (hints.length > 0) context.say(["", ...hintLines(context.pen, hints)]);
}
