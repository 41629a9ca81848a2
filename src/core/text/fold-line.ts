import { cleanText } from "#core/text/clean-text";

/** What a line of a person's mostly is: nothing to be done. */
const PLAIN = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;
const BREAK = /\s*[\n\u2028\u2029]\s*/g;

/** Any text as one clean, trimmed line: line breaks become single spaces. */
export function foldLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return cleanText(text.replaceAll(/\r\n?/g, "\n")).replaceAll(BREAK, " ").trim();
}
