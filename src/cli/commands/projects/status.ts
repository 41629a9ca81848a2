import { apartLines, findHere, isBroken, isListed, sayNone } from "#cli/commands/projects/find-here";
import { withFittingPaths } from "#cli/commands/projects/path-column";
import { stateCell } from "#cli/commands/watch/state-words";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import type { Pen } from "#cli/render/pen";
import { table, type Cell, type Row } from "#cli/render/table";
import { padStart } from "#cli/render/width";
import { tildePath } from "#core/projects/absolute-path";
import { EXIT } from "#contracts/exit-codes";
import type { BacklogSummary, DerivedStatus } from "#contracts/schema/status";
import type { FoundProject } from "#engine/operations/projects/discover-projects";
import { standingOf } from "#engine/operations/projects/standing-of";

const COLUMNS = ["Name", "State", "Backlog Progress", "Path"].map((header) => ({ header }));
const BAR_COLUMNS = 9;

export async function run(context: CommandContext): Promise<number> {
  const { pen, host } = context;
  const { ports, found, root } = await findHere(context);
  const looked = found.filter(context.json ? (one) => !isBroken(one) : isListed);
  const standings = new Map<FoundProject, DerivedStatus>();
  for (const one of looked) standings.set(one, await standingOf(ports, one));
  if (context.json) {
    context.data(found.map((one) => ({ ...one.project, status: standings.get(one) ?? null })));
  } else if (found.length === 0) sayNone(context, root);
  else {
    const counts = looked.map(({ summary }) => countOf(summary));
    const countColumns = Math.max(0, ...counts.map(({ length }) => length));
    const rows = looked.map((one) => rowOf(pen, one, standings.get(one), countColumns, host.homeDir));
    const shown = rows.length === 0 ? [] : table(pen, COLUMNS, withFittingPaths(pen, COLUMNS, rows));
    context.say([...shown, ...apartLines(context, found, false)]);
  }
  return EXIT.ok;
}

const countOf = ({ done, total }: BacklogSummary): string => `${done}/${total}`;

const rowOf = (
  pen: Pen,
  { project, summary }: FoundProject,
  status: DerivedStatus | undefined,
  countColumns: number,
  home: string,
): Row => {
  const state = status?.loopState ?? "IDLE";
  return {
    cells: [
      clean(project.name),
      stateCell(pen, state),
      progressCell(pen, summary, countColumns),
      clean(tildePath(project.path, home)),
    ],
  };
};

/** Full only when all is done, and begun as soon as anything is. */
function progressCell(pen: Pen, summary: BacklogSummary, countColumns: number): Cell {
  const count = countOf(summary);
  if (pen.screen.plain) return count;
  const { done, total } = summary;
  const full = done === 0 ? 0 : Math.max(1, Math.floor((done / total) * BAR_COLUMNS));
  const bar = (name: "barFull" | "barEmpty", columns: number): string =>
    pen.glyphs.text(name).repeat(columns);
  const text = `${bar("barFull", full)}${bar("barEmpty", BAR_COLUMNS - full)} ${padStart(count, countColumns)}`;
  const { cyan, dim } = pen.paint;
  return {
    text,
    paint: (shown) =>
      cyan(shown.slice(0, full)) + dim(shown.slice(full, BAR_COLUMNS)) + shown.slice(BAR_COLUMNS),
  };
}
