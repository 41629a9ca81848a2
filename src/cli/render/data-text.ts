import { INVISIBLE } from "#core/text/clean-text";

/** They end a line for some readers of one JSON value a line. */
const LINE_ENDS = /[\u2028\u2029]/g;

/** Any value as JSON, fit for a terminal, too: the same value, with what could steer one escaped. */
export function dataText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(INVISIBLE, escaped).replaceAll(LINE_ENDS, escaped);
}

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
