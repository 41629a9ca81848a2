/** Tokens and bytes: `980`, `41.2k`, `214k`, `1.9M`; never rounded up to the next unit. */
export function compactNumber(count: number): string {
  if (count < 1000) return String(Math.trunc(count));
  return count < 1_000_000 ? `${shortened(count / 1000)}k` : `${shortened(count / 1_000_000)}M`;
}

const shortened = (count: number): string =>
  count < 100 ? (Math.floor(count * 10) / 10).toFixed(1) : String(Math.floor(count));
