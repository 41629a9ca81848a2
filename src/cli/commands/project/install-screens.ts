import { counted } from "#core/text/counted";
import { fileRows } from "#cli/commands/project/file-rows";
import { usableHints } from "#cli/commands/usable-hints";
import type { Place } from "#cli/context";
import { clean } from "#cli/render/clean";
import type { GlyphName } from "#cli/render/glyphs";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import type { Pen } from "#cli/render/pen";
import { padEnd, textWidth, widest, wrap } from "#cli/render/width";
import { describeStack } from "#core/profile/describe-stack";
import type { Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { InstallationReport } from "#contracts/schema/install-report";
import type { Preflight } from "#contracts/schema/routes/project-routes";

/** The longest file with a detail has no more; the names are ours. */
const FILE_COLUMNS = 26;
/** Before the commands of the project: as wide as the words of the rows above. */
const KEY_COLUMNS = 10;

/** What an installation did, file by file, and where to go on. */
export function reportScreen(pen: Pen, report: InstallationReport, hints: readonly Hint[]): string[] {
  const head = { glyph: "done" as const, head: `Installed in ${clean(report.projectName)}` };
  return [
    headLine(pen, { ...head, facts: [describeStack(report.profile)] }),
    ...bodyLines(pen, report),
    "",
    ...hintLines(pen, hints),
  ];
}

/** What it would do. */
export function planScreen(pen: Pen, report: InstallationReport, hints: readonly Hint[]): string[] {
  const head = { head: `Install in ${clean(report.projectName)}` };
  return [
    headLine(pen, { ...head, facts: [describeStack(report.profile)] }),
    ...bodyLines(pen, report),
    "",
    "Nothing was written.",
    "",
    ...hintLines(pen, hints),
  ];
}

function bodyLines(pen: Pen, { profile, actions }: InstallationReport): string[] {
  const rows = actions.map(({ file, action, detail }) => ({ word: action, file, detail }));
  return [
    "",
    ...fileRows(pen, rows, FILE_COLUMNS),
    "",
    ...keyed(pen, "verify", profile.verify === "" ? "none found" : clean(profile.verify)),
  ];
}

const GLYPHS: Readonly<Record<Preflight["checks"][number]["result"], GlyphName>> = {
  ok: "done",
  warning: "blocked",
  error: "failed",
};

/** Why nothing was installed. */
export function preflightScreen(
  pen: Pen,
  name: string,
  { checks, errors }: Preflight,
  place: Place,
): string[] {
  const column = widest(checks.map(({ name }) => name)) + 2;
  const warnings = checks.filter((check) => check.result === "warning").length;
  const counts = [counted(errors, "error"), ...(warnings === 0 ? [] : [counted(warnings, "warning")])];
  const broken = checks.filter((check) => check.result === "error").map((check) => check.name);
  const mended = broken.length === 1 ? `${broken[0] ?? ""} is` : "these are";
  const again = { command: `${TOOL_NAME} install`, purpose: `again, once ${mended} mended` };
  return [
    headLine(pen, { head: "Preflight", facts: [clean(name)] }),
    "",
    ...checks.map(
      (check) =>
        `${pen.glyphs.of(GLYPHS[check.result])} ${padEnd(check.name, column)}${clean(check.message)}`,
    ),
    "",
    `${counts.join(", ")}. Nothing was written.`,
    "",
    ...hintLines(pen, usableHints([again], place)),
  ];
}

function keyed(pen: Pen, key: string, value: string): string[] {
  const start = `  ${padEnd(key, KEY_COLUMNS)}`;
  const room = pen.screen.columns - textWidth(start);
  const [first = "", ...rest] = pen.screen.fits ? wrap(value, room) : [value];
  return [
    `  ${pen.paint.dim(key)}${start.slice(key.length + 2)}${first}`,
    ...rest.map((line) => padEnd("", textWidth(start)) + line),
  ];
}
