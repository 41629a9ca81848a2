import { durationWords } from "#core/text/duration-words";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Minutes without their seconds: `8s`, `31m`, `1h 03m`; for what is only glanced at. */
export function coarseDuration(ms: number): string {
  return ms >= MINUTE_MS && ms < HOUR_MS ? `${Math.floor(ms / MINUTE_MS)}m` : durationWords(ms);
}

/** Tenths below a minute: `0.2s`, `14.0s`, `2m 14s`; for the verbose level. */
export function exactDuration(ms: number): string {
  const time = Math.max(ms, 0);
  return time < MINUTE_MS ? `${(Math.floor(time / 100) / 10).toFixed(1)}s` : durationWords(time);
}
