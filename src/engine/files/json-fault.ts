import { getLocation, parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import type { FileExcerpt } from "#contracts/file-excerpt";
import { excerptAround } from "#core/text/excerpt-around";

export interface JsonFault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units as editors count. */
  readonly column: number;
  /** What is wrong there, to stand after a colon. */
  readonly words: string;
  /** Markers of a merge stand there. */
  readonly conflict: boolean;
  /** The lines around it; null where they are better not shown. */
  readonly excerpt: FileExcerpt | null;
}

/** The first place where a text stops being JSON, for a person to mend it. */
export function findJsonFault(text: string): JsonFault {
  const { offset, words } = firstFault(text);
  const before = text.slice(0, offset).split("\n");
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  return { line, column, words, conflict: words === CONFLICT, excerpt: excerptAround(text, line, offset) };
}

const CONFLICT = "a merge conflict stands here; to keep both sides, take out the lines of its markers";
/** All of them: somebody may have taken out the first alone. */
const CONFLICT_MARKER = /^(?:<{7}|\|{7}|={7}|>{7})/;

function firstFault(text: string): { readonly offset: number; readonly words: string } {
  if (text.trim() === "") return { offset: 0, words: "the file is empty" };
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return { offset: 0, words: "it is nested too deeply" };
  }
  const [first] = errors;
  if (first === undefined) return { offset: 0, words: "a JSON parser refuses it" };
  return { offset: first.offset, words: describe(printParseErrorCode(first.error), text, first.offset) };
}

function describe(code: string, text: string, offset: number): string {
  if (CONFLICT_MARKER.test(text.slice(offset, offset + 7))) return CONFLICT;
  if (/,\s*$/.test(text.slice(0, offset)) && /^[\]}]/.test(text.slice(offset))) {
    return "the comma before this is one too many";
  }
  const last = getLocation(text, offset).path.at(-1);
  const close = typeof last === "number" ? "]" : "}";
  switch (code) {
    case "PropertyNameExpected":
      return "a name in double quotes is missing";
    case "ValueExpected":
      return "a value is missing";
    case "ColonExpected":
      return "a : is missing";
    case "CommaExpected":
      return `a comma or ${close} is missing`;
    case "CloseBraceExpected":
      return "a } is missing";
    case "CloseBracketExpected":
      return "a ] is missing";
    case "EndOfFileExpected":
      return "something stands after the end";
    case "InvalidCommentToken":
    case "UnexpectedEndOfComment":
      return "JSON has no comments";
    case "UnexpectedEndOfString":
      return "the closing quote is missing";
    case "InvalidNumberFormat":
    case "UnexpectedEndOfNumber":
      return "this is no number";
    case "InvalidUnicode":
    case "InvalidEscapeCharacter":
      return "this escape is unknown";
    case "InvalidCharacter":
      return "a control character stands in a text";
    default:
      return last === "" ? "a name in double quotes is missing" : "this is no JSON value";
  }
}
