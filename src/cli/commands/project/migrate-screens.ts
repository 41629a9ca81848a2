import { fileRows, type FileRow } from "#cli/commands/project/file-rows";
import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import type { Pen } from "#cli/render/pen";
import { widest } from "#cli/render/width";
import type { Hint } from "#contracts/error";
import { LEGACY, TOOL_NAME } from "#contracts/names";
import type { MigrateReport } from "#engine/operations/install/migrate-project";

export interface Migration {
  readonly name: string;
  readonly report: MigrateReport;
  readonly global: boolean;
  /** As they were given, to be typed again. */
  readonly flags: readonly string[];
  /** As they work here. */
  readonly offer: (hints: readonly Hint[]) => readonly Hint[];
}

const NAMED_LINES = 5;

/** What was renamed, what still says the old names, and what comes next. */
export function migrateScreen(pen: Pen, { name, report, global, flags, offer }: Migration): string[] {
  const { actions, left, dryRun } = report;
  const rows = [
    ...actions.map(({ action, file, detail }) => ({ word: action, file, detail })),
    ...leftRows(left),
  ];
  if (actions.length === 0) {
    const nothing = `Nothing to migrate in ${clean(name)}: there is no legacy installation.`;
    return left.length === 0 ? [nothing] : [nothing, "", ...drawn(pen, rows)];
  }
  const again = [`${TOOL_NAME} migrate`, ...flags.map((flag) => `--${flag}`)].join(" ");
  const next = dryRun ? [{ command: again }] : global || onlyCleaned(report) ? [] : AFTERWARDS;
  const head = dryRun
    ? headLine(pen, { head: `Migrate ${clean(name)}`, facts: [`from ${LEGACY.name} to ${TOOL_NAME}`] })
    : headLine(pen, {
        glyph: "done",
        head: `Migrated ${clean(name)}`,
        facts: [`from ${LEGACY.name} to ${TOOL_NAME}`],
      });
  const hints = hintLines(pen, offer(next));
  return [
    onlyCleaned(report) && !dryRun ? headLine(pen, { glyph: "done", head: "Removed the backups" }) : head,
    "",
    ...drawn(pen, rows),
    ...(dryRun ? ["", "Nothing was written."] : []),
    ...(hints.length === 0 ? [] : ["", ...hints]),
  ];
}

/** It renames and no more: what this version needs besides comes with update. */
const AFTERWARDS: readonly Hint[] = [
  { command: `${TOOL_NAME} update`, purpose: "bring the files up to date" },
  { command: `git add -A && git commit -m "Migrate to ${TOOL_NAME}"` },
];

const onlyCleaned = ({ actions }: MigrateReport): boolean =>
  actions.every(({ action }) => action === "removed");

const drawn = (pen: Pen, rows: readonly FileRow[]): string[] =>
  fileRows(pen, rows, widest(rows.map(({ file }) => file)) + 3);

const leftRows = (left: MigrateReport["left"]): FileRow[] =>
  left.map(({ file, lines }) => ({ word: "left", file, detail: leftWords(lines), marked: true }));

function leftWords(lines: readonly number[]): string {
  if (lines.length === 0) return "both have it; this one stays";
  const named = lines.slice(0, NAMED_LINES).join(", ");
  const more = lines.length > NAMED_LINES ? ` and ${lines.length - NAMED_LINES} more` : "";
  const plural = lines.length > 1;
  return `${plural ? "lines" : "line"} ${named}${more} still ${plural ? "say" : "says"} ${LEGACY.stateDir}`;
}
