import { openProject } from "#cli/commands/open-project";
import { checkScreen, updatedScreen, updateDryRunScreen } from "#cli/commands/project/update-screens";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { proposeUpdate, updateProject } from "#engine/operations/install/update-project";

/** Asks nothing (spec: Command-line interface, update). */
export async function run(context: CommandContext): Promise<number> {
  const { options, host, pen, place } = context;
  const { ports, paths, name } = await openProject(context);
  const request = { version: host.version };
  const [check, dryRun] = [options.flag("check"), options.flag("dry-run")];
  if (check && dryRun)
    throw new ToolError("USAGE", "--check and --dry-run exclude each other.", {
      details: { option: "--dry-run" },
      hints: [{ command: `${TOOL_NAME} help update`, purpose: "options and examples" }],
    });
  const hints = usableHints([MEND], place);
  if (check) {
    const plan = (await proposeUpdate(ports, paths, request)).check;
    if (context.json) context.data(plan);
    context.say(checkScreen(pen, name, plan, hints));
    return plan.stale ? EXIT.error : EXIT.ok;
  }
  if (dryRun) {
    const { report, check } = await proposeUpdate(ports, paths, request);
    for (const sentence of report.warnings) context.warn({ sentence });
    if (context.json) context.data(report);
    context.say(updateDryRunScreen(pen, name, { report, check }, hints));
    return EXIT.ok;
  }
  const { check: before } = await proposeUpdate(ports, paths, request);
  const report = await updateProject(ports, paths, request);
  for (const sentence of report.warnings) context.warn({ sentence });
  if (context.json) context.data(report);
  const commit = { command: `git add -A && git commit -m "Update ${TOOL_NAME}"` };
  const inGit = (await ports.git.repository(paths.projectPath)) !== null;
  context.say(updatedScreen(pen, name, { report, check: before }, inGit ? usableHints([commit], place) : []));
  return EXIT.ok;
}

const MEND = {
  command: `${TOOL_NAME} update`,
  purpose: "mend them; only text inside our blocks is replaced",
};
