/** Controls of 8 bits and signs that turn text around: JSON lets them pass, and so would a terminal that obeys them. */
const OBEYED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Any value as JSON, fit for a terminal, too: the same value, with what could steer one escaped. */
export function dataText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    OBEYED,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
