import { coarseDuration } from "#cli/render/duration";

/** Now, and how far local time is ahead of UTC (minutes) at a moment. */
export interface LocalClock {
  now(): number;
  zoneOffset(atMs: number): number;
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** `23:04 (UTC+1)` today, else `Tue Nov 24, 05:39 (UTC+1)`. The zone stands once on a screen: `zone: false` leaves it out. */
export function moment(atMs: number, clock: LocalClock, options: { readonly zone?: boolean } = {}): string {
  const zone = options.zone === false ? "" : ` ${zoneName(clock.zoneOffset(atMs))}`;
  const time = timeOfDay(atMs, clock);
  if (sameDay(atMs, clock)) return `${time}${zone}`;
  const local = localDate(atMs, clock);
  return `${DAYS[local.getUTCDay()]} ${dayOf(local, clock)}, ${time}${zone}`;
}

/** `23:04`. */
export function timeOfDay(atMs: number, clock: LocalClock): string {
  return localDate(atMs, clock).toISOString().slice(11, 16);
}

/** `23:04:11`. */
export function timeWithSeconds(atMs: number, clock: LocalClock): string {
  return localDate(atMs, clock).toISOString().slice(11, 19);
}

/** `just now`, `4m ago`, `3h ago`, then the date: `Nov 12`. */
export function ago(atMs: number, clock: LocalClock): string {
  const passed = clock.now() - atMs;
  if (passed < MINUTE) return "just now";
  if (passed < DAY) return `${coarseDuration(passed).split(" ")[0]} ago`;
  return date(atMs, clock);
}

/** `Nov 12`, with its year when that isn't this one. */
export function date(atMs: number, clock: LocalClock): string {
  return dayOf(localDate(atMs, clock), clock);
}

/** `(UTC+1)`, `(UTC)`, `(UTC+5:30)`. */
export function zoneName(offsetMinutes: number): string {
  if (offsetMinutes === 0) return "(UTC)";
  const size = Math.abs(offsetMinutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  return `(UTC${offsetMinutes < 0 ? "-" : "+"}${Math.floor(size / 60)}${rest})`;
}

/** The last that a calendar has, in either direction. */
const LAST_MS = 8.64e15;

/** A date whose UTC fields are the local ones. */
const localDate = (atMs: number, clock: LocalClock): Date => {
  const localMs = atMs + clock.zoneOffset(atMs) * MINUTE;
  return new Date(Math.max(-LAST_MS, Math.min(localMs, LAST_MS)));
};

const sameDay = (atMs: number, clock: LocalClock): boolean =>
  localDate(atMs, clock).toISOString().slice(0, 10) ===
  localDate(clock.now(), clock).toISOString().slice(0, 10);

const dayOf = (local: Date, clock: LocalClock): string => {
  const year = local.getUTCFullYear();
  const day = `${MONTHS[local.getUTCMonth()]} ${local.getUTCDate()}`;
  return year === localDate(clock.now(), clock).getUTCFullYear() ? day : `${day}, ${year}`;
};
