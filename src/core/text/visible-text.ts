import { INVISIBLE } from "#core/text/clean-text";

/** What a terminal would lose is shown on a page: an escape as `␛`, what has no picture of its own as `␡`. */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(INVISIBLE, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "␡";
  });
}
