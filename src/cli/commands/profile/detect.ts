import { openProject } from "#cli/commands/open-project";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import { counted } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { cut, padEnd, widest } from "#cli/render/width";
import { compareProfiles, type ProfileDifference } from "#core/profile/compare-profiles";
import { describeStack } from "#core/profile/describe-stack";
import type { Hint } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { detectProjectProfile } from "#engine/operations/profile/detect-profile";
import { readProfile } from "#engine/operations/profile/read-profile";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, name } = await openProject(context);
  const stored = await readProfile(ports, paths);
  const { profile: detected, unclear } = await detectProjectProfile(ports, paths.projectPath);
  const differences = compareProfiles(stored, detected);
  for (const { file, words } of unclear) context.warn({ sentence: `${file} is ${words}.` });
  if (context.json) context.data({ stored, detected, differences });
  else if (differences.length === 0) {
    const head = { glyph: "done" as const, head: "Nothing differs", facts: [describeStack(detected)] };
    context.say([headLine(context.pen, head)]);
  } else {
    const hints = usableHints(differences.map(hintOf), context.place);
    context.say(differencesScreen(context.pen, name, differences, hints));
  }
  return EXIT.ok;
}

/** Of the longest command name but one; keys have at least that much room. */
const KEY_COLUMNS = 6;
const GAP = "  ";

function differencesScreen(
  pen: Pen,
  name: string,
  differences: readonly ProfileDifference[],
  hints: readonly Hint[],
): string[] {
  const rows = differences.map(({ key, stored, detected }) => [key, shown(stored), shown(detected)] as const);
  const keyColumns = Math.max(KEY_COLUMNS, widest(rows.map(([key]) => key)));
  const whole = widest(["stored", ...rows.map(([, stored]) => stored)]);
  const room = pen.screen.columns - keyColumns - 2 * GAP.length;
  const storedColumns = pen.screen.fits ? Math.min(whole, Math.floor(room / 2)) : whole;
  const fit = (text: string, columns: number): string =>
    pen.screen.fits ? cut(text, columns, pen.glyphs.cut) : text;
  const line = (key: string, stored: string, detected: string): string =>
    [
      padEnd(key, keyColumns),
      padEnd(fit(stored, storedColumns), storedColumns),
      fit(detected, room - storedColumns),
    ].join(GAP);
  return [
    headLine(pen, { head: name, facts: [counted(differences.length, "difference")] }),
    "",
    pen.paint.dim(line("", "stored", "detected")),
    ...rows.map(([key, stored, detected]) => line(key, stored, detected)),
    "",
    "Nothing was written.",
    ...hintLines(pen, hints),
  ];
}

const shown = (value: string | null): string => (value === null ? "none" : clean(value));

const hintOf = ({ key, detected }: ProfileDifference): Hint => {
  const set = `${TOOL_NAME} profile set ${key}`;
  if (detected === null) return { command: `${set} ""`, purpose: "switch it off" };
  return { command: `${set} ${/^[\w./-]+$/.test(detected) ? detected : quoted(detected)}` };
};

/** For a POSIX shell; double quotes where nothing in them would be expanded. */
const quoted = (text: string): string =>
  /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
