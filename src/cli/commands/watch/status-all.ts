import { stateCell } from "#cli/commands/watch/state-words";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { coarseDuration } from "#cli/render/duration";
import { counted } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { table, type Cell, type Column } from "#cli/render/table";
import { folderName } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { backlogPaths } from "#contracts/paths";
import type { ActiveLoopEntry } from "#contracts/schema/active-loop";
import type { StatusReport } from "#contracts/schema/status";
import { readStatus } from "#engine/operations/loop/read-status";
import type { Ports } from "#engine/ports";
import { listActiveLoops } from "#engine/stores/active-loops";

interface LiveLoop {
  readonly entry: ActiveLoopEntry;
  readonly report: StatusReport;
}

const COLUMNS: readonly Column[] = [
  { header: "Project" },
  { header: "State" },
  { header: "Done", align: "right" },
  { header: "Item" },
  { header: "Elapsed", align: "right" },
  { header: "PID", align: "right" },
];

/** A review has no item: not even a dash stands there. */
const NO_ITEM = " ";

/** Every live loop of the machine, by their files alone. */
export async function statusAll(context: CommandContext): Promise<number> {
  refuseOthers(context);
  const ports = await context.host.connect();
  const loops = await readLoops(ports);
  if (context.json) {
    context.data(loops.map(({ entry, report }) => ({ ...placeOf(entry), pid: entry.pid, ...report })));
  } else if (loops.length === 0) context.say(["No loop is running on this machine."]);
  else {
    const head = `${counted(loops.length, "loop")} on this machine`;
    const rows = loops.map((loop) => ({ cells: cellsOf(context.pen, loop) }));
    const shown = table(context.pen, COLUMNS, rows);
    context.say(context.pen.screen.plain ? shown : [context.pen.paint.bold(head), "", ...shown]);
  }
  return EXIT.ok;
}

function refuseOthers({ args, options }: CommandContext): void {
  const other = args.length > 0 ? "a path" : ["follow", "backlog"].find((name) => options.flag(name));
  if (other === undefined) return;
  const words = other === "a path" ? other : `--${other}`;
  throw new ToolError("USAGE", `--all and ${words} exclude each other.`, {
    details: { option: "--all" },
    hints: [{ command: `${TOOL_NAME} help status`, purpose: "options and examples" }],
  });
}

/** A loop whose files can't be read is in the list of its own folder's status. */
async function readLoops(ports: Ports): Promise<LiveLoop[]> {
  const loops: LiveLoop[] = [];
  for (const entry of await listActiveLoops(ports)) {
    const paths = backlogPaths(entry.projectPath, entry.backlogRoot);
    const view = await readStatus(ports, paths).catch(() => null);
    if (view !== null) loops.push({ entry, report: view.report });
  }
  return loops.toSorted((a, b) => (nameOf(a.entry) < nameOf(b.entry) ? -1 : 1));
}

function cellsOf(pen: Pen, { entry, report }: LiveLoop): readonly Cell[] {
  const { backlogSummary, currentItem, elapsed, loopState } = report;
  return [
    nameOf(entry),
    stateCell(pen, loopState),
    `${backlogSummary.done}/${backlogSummary.total}`,
    currentItem === null ? NO_ITEM : clean(currentItem),
    elapsed === null ? "" : coarseDuration(elapsed * 1000),
    `${entry.pid}`,
  ];
}

/** The project's folder, and of a backlog of its own inside it that one's, too. */
function nameOf({ projectPath, backlogRoot }: ActiveLoopEntry): string {
  const own = backlogPaths(projectPath).root;
  const inside = backlogRoot === own ? "" : backlogRoot.slice(projectPath.length);
  return clean(folderName(projectPath) + inside);
}

const placeOf = ({ projectPath, backlogRoot }: ActiveLoopEntry) => ({ projectPath, backlogRoot });
