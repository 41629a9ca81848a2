import { cleanText } from "#core/text/clean-text";

const BREAK = /\s*[\n\u2028\u2029]\s*/g;

/** Any text as one clean, trimmed line: line breaks become single spaces. */
export function foldLine(text: string): string {
  return cleanText(text.replaceAll(/\r\n?/g, "\n")).replaceAll(BREAK, " ").trim();
}
