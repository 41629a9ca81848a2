const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Tokens: `980`, `142 k`, `3.12 M`; never rounded up. */
export function tokenWords(count: number): string {
  if (count < 1_000) return String(Math.floor(count));
  if (count < 1_000_000) return `${Math.floor(count / 1_000)} k`;
  const millions = Math.floor(count / 10_000) / 100;
  return `${millions < 100 ? String(millions) : String(Math.floor(millions))} M`;
}

/** `1:26:14`, `0:03:36`: a length that is watched. */
export function watchedLength(ms: number): string {
  const time = Math.max(ms, 0);
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
  return `${Math.floor(time / HOUR)}:${two((time % HOUR) / MINUTE)}:${two((time % MINUTE) / SECOND)}`;
}

/** To the second as far as it matters: `14 s`, `3 min 36 s`, `1 h 02 min`. */
export function exactLength(ms: number): string {
  const time = Math.max(ms, 0);
  const seconds = Math.floor((time % MINUTE) / SECOND);
  if (time < MINUTE) return `${seconds} s`;
  if (time < HOUR) return `${Math.floor(time / MINUTE)} min${seconds === 0 ? "" : ` ${seconds} s`}`;
  return `${Math.floor(time / HOUR)} h ${String(Math.floor((time % HOUR) / MINUTE)).padStart(2, "0")} min`;
}
