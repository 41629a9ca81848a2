import { openProject } from "#cli/commands/open-project";
import { checkScreen, updatedScreen, updateDryRunScreen } from "#cli/commands/project/update-screens";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { ToolError, type Hint } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { proposeUpdate, updateProject } from "#engine/operations/install/update-project";
import type { Ports } from "#engine/ports";

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
  const proposal = await proposeUpdate(ports, paths, request);
  const back = proposal.wayBack === null ? [] : [proposal.wayBack];
  const hints = usableHints([...(proposal.steps.length > 0 ? [MEND] : []), ...back], place);
  if (check) {
    if (context.json) context.data(proposal.check);
    context.say(checkScreen(pen, name, proposal.check, hints));
    return proposal.check.stale ? EXIT.error : EXIT.ok;
  }
  if (dryRun) {
    for (const sentence of proposal.report.warnings) context.warn({ sentence });
    if (context.json) context.data(proposal.report);
    context.say(updateDryRunScreen(pen, name, proposal, hints));
    return EXIT.ok;
  }
  const report = await updateProject(ports, paths, request);
  for (const sentence of report.warnings) context.warn({ sentence });
  if (context.json) context.data(report);
  const next = back.length > 0 ? back : await commitOffer(ports, paths);
  context.say(updatedScreen(pen, name, { report, check: proposal.check }, usableHints(next, place)));
  return EXIT.ok;
}

const commitOffer = async (ports: Ports, { projectPath }: BacklogPaths): Promise<readonly Hint[]> => {
  if ((await ports.git.repository(projectPath)) === null) return [];
  return [{ command: `git add -A && git commit -m "Update ${TOOL_NAME}"` }];
};

const MEND = {
  command: `${TOOL_NAME} update`,
  purpose: "mend them; only text inside our blocks is replaced",
};
