/** `1,204`. */
export function wholeNumber(n: number): string {
  return String(Math.trunc(n)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Tokens and bytes: `980`, `41.2k`, `214k`, `1.9M`; never rounded up to the next unit. */
export function compactNumber(n: number): string {
  if (n < 1000) return String(Math.trunc(n));
  if (n < 1_000_000) return `${shorten(n / 1000)}k`;
  return `${shorten(n / 1_000_000)}M`;
}

/** `1 item`, `2 items`, `1,204 items`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${wholeNumber(n)} ${n === 1 ? one : many}`;
}

const shorten = (n: number): string =>
  n < 100 ? (Math.floor(n * 10) / 10).toFixed(1) : String(Math.floor(n));
