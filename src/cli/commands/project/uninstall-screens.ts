import { fileRows, fillRows } from "#cli/commands/project/file-rows";
import { clean } from "#cli/render/clean";
import { headLine } from "#cli/render/message";
import type { Pen } from "#cli/render/pen";
import type { UninstallPlan, UninstallRow } from "#core/install/plan-uninstall";
import { ARTIFACT } from "#core/install/artifact-paths";
import { STATE_DIR } from "#contracts/names";

const WORD_COLUMNS = 8;
const FILE_COLUMNS = 28;
const KINDS = ["remove", "trim", "keep"] as const;

/** What goes and what stays: files that need no word stand together. */
export function uninstallRows(pen: Pen, { rows }: UninstallPlan): string[] {
  return KINDS.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    if (kind === "trim") return trimRows(pen, own);
    const data = own.filter(isData);
    const plain = own.filter((row) => row.detail === "" && !isData(row)).map(({ path }) => path);
    return [
      ...fillRows(pen, kind, plain, WORD_COLUMNS),
      ...explained(
        pen,
        kind,
        own.filter((row) => row.detail !== "" && !isData(row)),
      ),
      ...fillRows(pen, kind, data.map(dataName), WORD_COLUMNS),
    ];
  });
}

/** Once it is done. */
export function uninstalledHead(pen: Pen, name: string, { rows }: UninstallPlan): string {
  const count = (kind: UninstallRow["kind"]): number => rows.filter((row) => row.kind === kind).length;
  const parts = [
    [count("remove"), "removed"],
    [count("trim"), "trimmed"],
    [count("keep"), "kept"],
  ] as const;
  const words = parts.flatMap(([n, word]) => (n === 0 ? [] : [`${n} ${word}`])).join(", ");
  return headLine(pen, { glyph: "done", head: `Uninstalled from ${clean(name)}`, facts: [words] });
}

const explained = (pen: Pen, word: string, rows: readonly UninstallRow[]): string[] =>
  fileRows(
    pen,
    rows.map(({ path, detail }) => ({ word: word.padEnd(WORD_COLUMNS - 2), file: path, detail })),
    FILE_COLUMNS,
  );

function trimRows(pen: Pen, rows: readonly UninstallRow[]): string[] {
  const plain = rows.filter(({ detail }) => detail === "").map(({ path }) => path);
  const whole = { path: plain.join("  "), kind: "trim" as const, detail: "only our block and lines go" };
  return explained(pen, "trim", [...(plain.length > 0 ? [whole] : []), ...rows.filter((row) => row.detail)]);
}

/** In the state directory, and not of our own making. */
function isData({ path }: UninstallRow): boolean {
  const ours: readonly string[] = [ARTIFACT.instruction, ARTIFACT.review, ARTIFACT.schema];
  return path.startsWith(`${STATE_DIR}/`) && !ours.includes(path);
}

/** Only the first names its folder. */
const dataName = ({ path, detail }: UninstallRow, index: number): string => {
  const name = index === 0 ? path : path.slice(STATE_DIR.length + 1);
  return detail === "" ? name : `${name} (${detail})`;
};
