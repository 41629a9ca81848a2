export interface NumberRule {
  readonly least: number;
  readonly most?: number;
  /** Fractions are allowed. */
  readonly fraction?: true;
  /** As it is called in a sentence: "The port". */
  readonly name: string;
}

/** A typed number; null: the field is empty. A text that is none gives the sentence that says what it must be. */
export function readNumber(text: string, rule: NumberRule): number | null | string {
  const typed = text.trim();
  if (typed === "") return null;
  const value = Number(typed.replace(",", "."));
  const { least, most, fraction, name } = rule;
  const whole = fraction === true || Number.isInteger(value);
  if (Number.isFinite(value) && whole && value >= least && value <= (most ?? Number.MAX_SAFE_INTEGER))
    return value;
  const kind = fraction === true ? "a number" : "a whole number";
  const range = most === undefined ? `, ${least} at least` : ` from ${least} to ${most}`;
  return `${name} must be ${kind}${range}.`;
}
