const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Banners cut the time down to the minute, and come late: past by less is now, not the same time tomorrow. */
const JUST_PAST_MS = 5 * MINUTE_MS;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const CLOCK =
  /(?:\b([a-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)?,?(?: (\d{4}),?)?(?: at)? )?\b(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\b\.?(?: \(([^)]+)\))?/i;

const SPAN =
  /\b(?:in|after) ~?((?:\d+(?:\.\d+)? ?(?:days?|hours?|minutes?|min|seconds?|ms|[dhms])(?![a-z]),? ?)+)/i;

/** By the first letter of the unit, but for milliseconds. */
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  d: DAY_MS,
  h: 60 * MINUTE_MS,
  m: MINUTE_MS,
  s: 1000,
};

/**
 * When a window opens again, in words such as "Nov 24, 4:39am (UTC)", "7:42 AM", "in 2 days 3 hours" or "after 1.5s"; null when there
 * is no time in them, or in a zone that nobody knows. A time without a zone is meant in localZone.
 */
export function resetTime(words: string, nowMs: number, localZone: string): number | null {
  const span = SPAN.exec(words)?.[1];
  if (span !== undefined) return nowMs + spanMs(span);
  const clock = CLOCK.exec(words);
  return clock === null ? null : clockTime(clock, nowMs, localZone);
}

function spanMs(span: string): number {
  let sum = 0;
  for (const [, count, unit] of span.matchAll(/(\d+(?:\.\d+)?) ?(ms|[dhms])/gi)) {
    sum += Number(count) * (UNIT_MS[unit?.toLowerCase() ?? ""] ?? 0);
  }
  return sum;
}

function clockTime(clock: RegExpExecArray, nowMs: number, localZone: string): number | null {
  const [, monthName, day, year, hour, minute, half, zone = localZone] = clock;
  const wall = { hour: toHour24(Number(hour), half ?? "a"), minute: Number(minute ?? 0) };
  if (wall.hour === null || wall.minute > 59) return null;
  const today = wallTime(nowMs, zone);
  if (today === null) return null;
  const at = (y: number, m: number, d: number): number =>
    fromWall(Date.UTC(y, m, d, wall.hour ?? 0, wall.minute), zone);
  if (monthName === undefined) {
    // Just after midnight, a reset of just before it belongs to yesterday.
    const days = [-1, 0, 1].map((shift) => at(today.year, today.month, today.day + shift));
    return days.find((time) => time >= nowMs - JUST_PAST_MS) ?? null;
  }
  const month = MONTHS.indexOf(monthName.toLowerCase());
  if (month < 0) return null;
  const years = year === undefined ? [-1, 0, 1].map((shift) => today.year + shift) : [Number(year)];
  const times = years.map((one) => at(one, month, Number(day)));
  return times.reduce((best, time) => (Math.abs(time - nowMs) < Math.abs(best - nowMs) ? time : best));
}

function toHour24(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/** The moment at which a zone's clocks show the wall time (given as if it were UTC). */
function fromWall(wallMs: number, zone: string): number {
  const first = wallMs - offsetMs(wallMs, zone);
  return wallMs - offsetMs(first, zone);
}

/** How far a zone's clocks are ahead of UTC at a moment. */
function offsetMs(ms: number, zone: string): number {
  const wall = wallTime(ms, zone);
  if (wall === null) return 0;
  const shown = Date.UTC(wall.year, wall.month, wall.day, wall.hour, wall.minute);
  return shown - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

interface Wall {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** What a zone's clocks show at a moment; null for a zone that doesn't exist. */
function wallTime(ms: number, zone: string): Wall | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
  } catch {
    return null;
  }
  const parts = new Map(format.formatToParts(ms).map((part) => [part.type, Number(part.value)]));
  const get = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return {
    year: get("year"),
    month: get("month") - 1,
    day: get("day"),
    hour: get("hour"),
    minute: get("minute"),
  };
}
