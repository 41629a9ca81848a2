import { getLocation, parse, printParseErrorCode, type ParseError } from "jsonc-parser";

export interface JsonFault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units as editors count. */
  readonly column: number;
  /** What is wrong there, to stand after a colon. */
  readonly words: string;
}

/** The first place where a text stops being JSON, for a person to mend it. */
export function findJsonFault(text: string): JsonFault {
  if (text.trim() === "") return { line: 1, column: 1, words: "the file is empty" };
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return { line: 1, column: 1, words: "it is nested too deeply" };
  }
  const first = errors[0];
  if (first === undefined) return { line: 1, column: 1, words: "a JSON parser refuses it" };
  const before = text.slice(0, first.offset).split("\n");
  return {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    words: describe(printParseErrorCode(first.error), text, first.offset),
  };
}

function describe(code: string, text: string, offset: number): string {
  if (text.startsWith("<<<<<<<", offset)) return "a merge conflict stands here";
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
