import { canAsk } from "#cli/commands/ask";
import { openFolder } from "#cli/commands/open-project";
import { uninstalledHead, uninstallRows } from "#cli/commands/project/uninstall-screens";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { headLine } from "#cli/render/message";
import { wrap } from "#cli/render/width";
import type { UninstallPlan } from "#core/install/plan-uninstall";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { planUninstallation, uninstallProject } from "#engine/operations/install/uninstall-project";

/** Asks on a terminal; without one it needs --yes. */
export async function run(context: CommandContext): Promise<number> {
  const { options, pen } = context;
  if (options.flag("keep-data") && options.flag("no-keep-data")) {
    throw new ToolError("USAGE", "--keep-data and --no-keep-data exclude each other.", {
      reason: "Nothing was written.",
      hints: [{ command: `${TOOL_NAME} help uninstall`, purpose: "options and examples" }],
    });
  }
  const { ports, paths, name } = await openFolder(context);
  const request = { keepData: !options.flag("no-keep-data") };
  const asked = !options.flag("yes");
  if (asked) {
    const plan = await planUninstallation(ports, paths, request);
    const last = request.keepData
      ? "Commits stay. A later install finds the backlog again."
      : "Commits stay. What isn't committed of these files is gone for good.";
    const head = headLine(pen, { head: `Uninstall from ${clean(name)}` });
    const sentences = pen.screen.fits ? wrap(last, pen.screen.columns) : [last];
    context.say([head, "", ...uninstallRows(pen, plan), "", ...sentences]);
    if (!canAsk(context)) throw unconfirmed(context, plan, name);
    if (!(await agrees(context))) return EXIT.error;
  }
  const done = await uninstallProject(ports, paths, request);
  if (context.json) context.data(dataOf(done));
  const head = uninstalledHead(pen, name, done);
  context.say(asked ? [head] : [head, "", ...uninstallRows(pen, done)]);
  return EXIT.ok;
}

async function agrees(context: CommandContext): Promise<boolean> {
  const { askUninstall } = await import("#cli/commands/project/ask-uninstall");
  return askUninstall(context);
}

function unconfirmed({ options }: CommandContext, plan: UninstallPlan, name: string): ToolError {
  const data = options.flag("no-keep-data") ? " --no-keep-data" : "";
  return new ToolError("USAGE", `This would uninstall from ${name}, and needs --yes.`, {
    details: dataOf(plan),
    reason: "Nothing was written.",
    hints: [{ command: `${TOOL_NAME} uninstall --yes${data}` }],
  });
}

const dataOf = ({ rows }: UninstallPlan): Record<"removed" | "trimmed" | "kept", string[]> => {
  const of = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ path }) => path);
  return { removed: of("remove"), trimmed: of("trim"), kept: of("keep") };
};
