const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `8s`, `2m 14s`, `1h 03m`, `2d 4h`; never rounded up. */
export function duration(ms: number): string {
  const time = Math.max(ms, 0);
  if (time < MINUTE) return `${whole(time, SECOND)}s`;
  if (time < HOUR) return `${whole(time, MINUTE)}m ${two(whole(time % MINUTE, SECOND))}s`;
  return coarseDuration(time);
}

/** As duration, but minutes without their seconds: `31m`, for what is only glanced at. */
export function coarseDuration(ms: number): string {
  const time = Math.max(ms, 0);
  if (time < MINUTE) return duration(time);
  if (time < HOUR) return `${whole(time, MINUTE)}m`;
  if (time < DAY) return `${whole(time, HOUR)}h ${two(whole(time % HOUR, MINUTE))}m`;
  return `${whole(time, DAY)}d ${whole(time % DAY, HOUR)}h`;
}

/** As duration, with tenths below a minute: `0.2s`, `14.0s`; for the verbose level. */
export function exactDuration(ms: number): string {
  const time = Math.max(ms, 0);
  return time < MINUTE ? `${(Math.floor(time / 100) / 10).toFixed(1)}s` : duration(time);
}

const whole = (ms: number, unit: number): number => Math.floor(ms / unit);
const two = (n: number): string => String(n).padStart(2, "0");
