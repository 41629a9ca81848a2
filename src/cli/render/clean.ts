import { cleanText } from "#core/text/clean-text";
import { foldLine } from "#core/text/fold-line";

/** Somebody else's words as one line: no escape sequence, control character or bidi override; line ends and tabs become spaces. */
export function clean(text: string): string {
  return foldLine(text).replaceAll("\t", " ");
}

/** As clean, but line by line, leading spaces kept: for texts that are shown whole. */
export function cleanLines(text: string): string[] {
  return cleanText(text.replaceAll(/\r\n?/g, "\n"))
    .split(/[\n\u2028\u2029]/)
    .map((line) => line.replaceAll("\t", "    ").trimEnd());
}
