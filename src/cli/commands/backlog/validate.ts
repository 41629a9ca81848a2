import { shellWord } from "#core/text/shell-word";
import { openProject } from "#cli/commands/open-project";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { hintLines } from "#cli/render/hints";
import { headLine } from "#cli/render/message";
import { counted } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { padEnd, widest, wrap } from "#cli/render/width";
import { isValid } from "#core/backlog/validate/validate-backlog";
import { VALIDATE_EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import type { ValidationFinding } from "#contracts/schema/validation";
import { checkBacklog, type Validation } from "#engine/operations/backlog/validate-backlog";

/** Exits with codes of its own: 0 valid, 1 errors found. */
export async function run(context: CommandContext): Promise<number> {
  const { ports, paths } = await openProject(context);
  const validation = await checkBacklog(ports, paths, { specsDir: context.options.text("specs-dir") });
  const { findings, cycleBreak } = validation;
  const valid = isValid(findings);
  if (context.json) context.data({ valid, findings });
  context.say([verdict(context.pen, validation, valid), ...findingLines(context.pen, findings)]);
  if (cycleBreak !== null) {
    const command = `${TOOL_NAME} backlog edit ${shellWord(cycleBreak.id)} --depends-on ${cycleBreak.dependsOn.map(shellWord).join(",") || '""'}`;
    const hints = usableHints([{ command, purpose: "break the cycle" }], context.place);
    context.say(["", ...hintLines(context.pen, hints)]);
  }
  return valid ? VALIDATE_EXIT.valid : VALIDATE_EXIT.findings;
}

const verdict = (pen: Pen, { file, items, findings }: Validation, valid: boolean): string => {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const parts = [
    ...(errors > 0 ? [counted(errors, "error")] : valid ? ["valid"] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  const facts =
    findings.length === 0
      ? `valid, ${counted(items, "item")}`
      : `${parts.join(", ")} in ${counted(items, "item")}`;
  const glyph = !valid ? "failed" : warnings > 0 ? "blocked" : "done";
  return headLine(pen, { glyph, head: file, facts: [facts] });
};

/** Of less nothing can be read: then it stands below. */
const LEAST_COLUMNS = 20;

const findingLines = (pen: Pen, findings: readonly ValidationFinding[]): string[] => {
  if (findings.length === 0) return [];
  const codeColumns = widest(findings.map(({ code }) => code));
  const idColumns = widest(findings.map(({ itemId = "-" }) => clean(itemId)));
  const before = 2 + "warning".length + 2 + codeColumns + 2 + idColumns + 2;
  const lines = findings.flatMap((finding) => {
    const { severity, code, itemId = "-" } = finding;
    const word = padEnd(severity, "warning".length);
    const painted = severity === "error" ? pen.paint.red(word) : pen.paint.yellow(word);
    const start = `  ${painted}  ${padEnd(code, codeColumns)}  ${padEnd(clean(itemId), idColumns)}  `;
    const words = wordsOf(finding);
    if (!pen.screen.fits) return [start + words];
    const room = pen.screen.columns - before;
    if (room < LEAST_COLUMNS) {
      return [start.trimEnd(), ...wrap(words, pen.screen.columns - 4).map((line) => `    ${line}`)];
    }
    const [first = "", ...rest] = wrap(words, room);
    return [start + first, ...rest.map((line) => " ".repeat(before) + line)];
  });
  return ["", ...lines];
};

/** A fault of the schema also says where it stands. */
const wordsOf = ({ code, message, path }: ValidationFinding): string =>
  clean(code === "SCHEMA" && path !== undefined ? `${message} (${path})` : message);
