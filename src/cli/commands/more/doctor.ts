import { openFolder } from "#cli/commands/open-project";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import type { GlyphName } from "#cli/render/glyphs";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import { counted } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { padEnd, wrap } from "#cli/render/width";
import { DOCTOR_CHECKS } from "#contracts/doctor-checks";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import type { DoctorCheck, DoctorReport } from "#contracts/schema/doctor";
import { doctorProject } from "#engine/operations/doctor/doctor-project";

/** One page; a problem is exit 1. */
export async function run(context: CommandContext): Promise<number> {
  const project = await openFolder(context, true);
  const report = await doctorProject(project.ports, project, context.host.version);
  if (context.json) context.data(report);
  context.say(doctorScreen(context, report));
  return report.healthy ? EXIT.ok : EXIT.error;
}

const doctorScreen = (context: CommandContext, report: DoctorReport): string[] => {
  const { pen, host } = context;
  const facts = [`${TOOL_NAME} ${report.version}`, `node ${host.nodeVersion}`, systemName(host.platform)];
  return [
    headLine(pen, { head: clean(report.project), facts }),
    "",
    ...report.checks.flatMap((check) => checkLines(context, report, check)),
    ...report.notes.flatMap((note) => ["", ...(pen.screen.fits ? wrap(note, pen.screen.columns) : [note])]),
    "",
    totals(report),
  ];
};

const GLYPHS: Readonly<Record<DoctorCheck["result"], GlyphName>> = {
  ok: "done",
  warning: "blocked",
  error: "failed",
};
const NAME_COLUMNS = Math.max(...DOCTOR_CHECKS.map((name) => name.length));

/** The check, what was found, and under that what mends it. */
const checkLines = (
  context: CommandContext,
  { path }: DoctorReport,
  { check, result, message, remedies }: DoctorCheck,
): string[] => {
  const { pen, host } = context;
  const shown = message.replaceAll(`${path}/`, "").replaceAll(`${host.homeDir}/`, "~/");
  const indent = 2 + NAME_COLUMNS + 2;
  const [first = "", ...rest] = fitted(pen, clean(shown), indent);
  const hints = hintLines(indented(pen, indent), usableHints(remedies, context.place));
  return [
    `${pen.glyphs.of(GLYPHS[result])} ${padEnd(check, NAME_COLUMNS)}  ${first}`,
    ...[...rest, ...hints].map((line) => " ".repeat(indent) + line),
  ];
};

const fitted = ({ screen }: Pen, text: string, indent: number): string[] =>
  screen.fits ? wrap(text, screen.columns - indent) : [text];

const indented = (pen: Pen, indent: number): Pen => ({
  ...pen,
  screen: { ...pen.screen, columns: pen.screen.columns - indent },
});

const totals = ({ errors, warnings }: DoctorReport): string => {
  const words = [
    ...(errors > 0 ? [counted(errors, "problem")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  return words.length === 0 ? "Everything the loop needs is there." : words.join(", ");
};

const systemName = (platform: string): string =>
  ({ linux: "Linux", darwin: "macOS", win32: "Windows, where it is untested: use WSL" })[platform] ??
  platform;
