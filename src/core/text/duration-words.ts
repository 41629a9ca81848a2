const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `8s`, `2m 14s`, `1h 03m`, `2d 4h`; never rounded up. */
export function durationWords(ms: number): string {
  const time = Math.max(ms, 0);
  if (time < MINUTE_MS) return `${whole(time, SECOND_MS)}s`;
  if (time < HOUR_MS) return `${whole(time, MINUTE_MS)}m ${twoDigits(whole(time % MINUTE_MS, SECOND_MS))}s`;
  if (time < DAY_MS) return `${whole(time, HOUR_MS)}h ${twoDigits(whole(time % HOUR_MS, MINUTE_MS))}m`;
  return `${whole(time, DAY_MS)}d ${whole(time % DAY_MS, HOUR_MS)}h`;
}

const whole = (ms: number, unit: number): number => Math.floor(ms / unit);
const twoDigits = (count: number): string => String(count).padStart(2, "0");
