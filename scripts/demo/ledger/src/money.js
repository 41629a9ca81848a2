/** The cents of an amount as a bank writes it: "12.50" is 1250. */
export function parseAmount(text) {
  const match = /^(-?)(\d+)\.(\d\d)$/.exec(text.trim());
  if (match === null) throw new Error(`Not an amount: ${text}`);
  const [, sign, whole, cents] = match;
  return Number(`${sign}${whole}${cents}`);
}

/** 1250 as "12.50". */
export function formatAmount(cents) {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Parts of a cent to whole cents. */
export function roundCents(cents) {
  return Math.round(cents);
}

/** The tax in whole cents on an amount in cents. */
export function taxOf(cents, percent) {
  return roundCents((cents * percent) / 100);
}
