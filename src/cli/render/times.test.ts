import { describe, expect, test } from "vitest";
import { coarseDuration, exactDuration } from "#cli/render/duration";
import { ago, date, moment, timeWithSeconds, zoneName } from "#cli/render/moment";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 20, 22, 35, 31);
const clock = { now: () => NOW, zoneOffset: () => 60 };

describe("durations", () => {
  test.each([
    [-5, "0s", "0.0s"],
    [200, "0s", "0.2s"],
    [8_900, "8s", "8.9s"],
    [14_000, "14s", "14.0s"],
    [134_000, "2m", "2m 14s"],
    [HOUR + 3 * MINUTE + 59_000, "1h 03m", "1h 03m"],
    [52 * HOUR, "2d 4h", "2d 4h"],
  ])("%i ms", (ms, coarse, exact) => {
    expect([coarseDuration(ms), exactDuration(ms)]).toEqual([coarse, exact]);
  });
});

describe("moments", () => {
  test.each([
    [Date.UTC(2026, 10, 20, 22, 4), "23:04 (UTC+1)"],
    [Date.UTC(2026, 10, 19, 23, 0), "00:00 (UTC+1)"],
    [Date.UTC(2026, 10, 19, 22, 59), "Thu Nov 19, 23:59 (UTC+1)"],
    [Date.UTC(2026, 10, 24, 4, 39), "Tue Nov 24, 05:39 (UTC+1)"],
    [Date.UTC(2027, 0, 2, 4, 39), "Sat Jan 2, 2027, 05:39 (UTC+1)"],
  ])("%i is %s", (at, expected) => {
    expect(moment(at, clock)).toBe(expected);
  });

  test.each([60, -60])("at the ends of the calendar there is one, %i minutes from UTC", (offset) => {
    const there = { now: () => NOW, zoneOffset: () => offset };
    for (const at of [-8.64e15, 8.64e15]) expect(moment(at, there)).toMatch(/^\w{3} (Apr|Sep) \d+, /);
  });

  test("the zone can be left out", () => {
    expect(moment(NOW, clock, { zone: false })).toBe("23:35");
    expect(timeWithSeconds(NOW, clock)).toBe("23:35:31");
  });

  test("the offset is the one of that moment, not of now", () => {
    const summer = { now: () => NOW, zoneOffset: (at: number) => (at < Date.UTC(2026, 9, 25) ? 120 : 60) };
    expect(moment(Date.UTC(2026, 9, 1, 12), summer)).toBe("Thu Oct 1, 14:00 (UTC+2)");
  });

  test.each([
    [30_000, "just now"],
    [4 * MINUTE + 50_000, "4m ago"],
    [3 * HOUR + 40 * MINUTE, "3h ago"],
    [8 * 24 * HOUR, "Nov 12"],
    [400 * 24 * HOUR, "Oct 16, 2025"],
    [-5_000, "just now"],
  ])("%i ms back is %s", (back, expected) => {
    expect(ago(NOW - back, clock)).toBe(expected);
  });

  test.each([
    [0, "(UTC)"],
    [60, "(UTC+1)"],
    [-300, "(UTC-5)"],
    [330, "(UTC+5:30)"],
    [-210, "(UTC-3:30)"],
  ])("a zone of %i minutes is %s", (minutes, expected) => {
    expect(zoneName(minutes)).toBe(expected);
  });

  test("a date alone", () => {
    expect(date(Date.UTC(2026, 10, 12, 12), clock)).toBe("Nov 12");
  });
});
