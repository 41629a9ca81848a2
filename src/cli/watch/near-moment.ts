import { moment, timeOfDay, zoneName, type LocalClock } from "#cli/render/moment";

/** Within this time a clock time can only mean the next one. */
const NEAR_MS = 20 * 3_600_000;

/** When a wait ends: `01:34 (UTC+1)`, also past midnight; with its date when that is further off. */
export function nearMoment(atMs: number, clock: LocalClock): string {
  if (Math.abs(atMs - clock.now()) >= NEAR_MS) return moment(atMs, clock);
  return `${timeOfDay(atMs, clock)} ${zoneName(clock.zoneOffset(atMs))}`;
}
