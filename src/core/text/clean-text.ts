/** ECMA-48: CSI sequences, then OSC and its kin with their payload (never past the line), then short escapes. */
const ESCAPES =
  // oxlint-disable-next-line no-control-regex -- they are what is to be found
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?/g;

/** Controls but tab and newline, bidi marks, overrides and isolates, halves of characters. */
export const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- they are what is to be found
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/** The usual text is without, and not copied. */
const UNUSUAL = /[^\t\n -~]/;

/** Text of a file or an agent without what could steer or deceive a terminal; tabs and newlines stay. */
export function cleanText(text: string): string {
  return UNUSUAL.test(text) ? text.replaceAll(ESCAPES, "").replaceAll(INVISIBLE, "") : text;
}
