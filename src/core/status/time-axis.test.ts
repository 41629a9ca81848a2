import { describe, expect, it } from "vitest";
import { axisEnd, axisTicks } from "#core/status/time-axis";

const MINUTE = 60_000;
const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`);
const clocks = (ticks: ReturnType<typeof axisTicks>): readonly string[] =>
  ticks.map(({ atMs, labelled }) => `${new Date(atMs).toISOString().slice(11, 16)}${labelled ? "" : "-"}`);

describe("ticks", () => {
  it("stand at round minutes, none within 40 px of now", () => {
    const ticks = axisTicks({
      fromMs: at("21:41"),
      toMs: at("21:41") + 95 * MINUTE,
      widthPx: 536,
      gapPx: 64,
      nowMs: at("23:07"),
      zoneMs: 0,
    });
    expect(clocks(ticks)).toEqual(["21:45", "22:00", "22:15", "22:30", "22:45", "23:00-", "23:15"]);
  });

  it("stand at the round hours of the reader's clock", () => {
    const ticks = axisTicks({
      fromMs: at("10:10"),
      toMs: at("16:00"),
      widthPx: 320,
      gapPx: 100,
      nowMs: null,
      zoneMs: 330 * MINUTE,
    });
    expect(clocks(ticks)).toEqual(["10:30", "12:30", "14:30"]);
  });

  it.each([1, 20, 60, 600, 6000, 60_000])("have room in a run of %i minutes", (minutes) => {
    const ticks = axisTicks({
      fromMs: 0,
      toMs: minutes * MINUTE,
      widthPx: 500,
      gapPx: 64,
      nowMs: null,
      zoneMs: 0,
    });
    const gaps = ticks.slice(1).map(({ atMs }, index) => atMs - (ticks[index]?.atMs ?? 0));
    expect(gaps.every((gap) => (gap / (minutes * MINUTE)) * 500 >= 64)).toBe(true);
  });
});

it("ends a little ahead of now, and stands still for a while", () => {
  const end = (minutes: number): number => axisEnd(0, minutes * MINUTE, 536, 64) / MINUTE;
  expect(end(86)).toBe(95);
  expect(end(86.5)).toBe(95);
  expect(end(90)).toBe(95);
  expect(end(91)).toBeGreaterThan(95);
});
