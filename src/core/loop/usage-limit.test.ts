import { describe, expect, it } from "vitest";
import type { LimitNotice } from "#core/agents/agent-record";
import { planLimit } from "#core/loop/usage-limit";

describe("planLimit", () => {
  const NOW = 1_800_000_000_000;
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const plan = (notice: Partial<LimitNotice>, blindSleeps = 0, sleepOnLimit = true): unknown =>
    planLimit({
      notice: { window: "5h", resetsAtMs: null, utilization: null, words: "", ...notice },
      agentId: "codex",
      nowMs: NOW,
      blindSleeps,
      sleepOnLimit,
    });
  const sleep = (ms: number, limitType = "5h"): object => ({
    kind: "sleep",
    untilMs: NOW + ms,
    limitType,
    agentId: "codex",
  });

  it.each<[string, Partial<LimitNotice>, number, number]>([
    ["until the window opens", { resetsAtMs: NOW + 2 * HOUR }, 0, 2 * HOUR],
    ["no longer than the window, should the time be misread", { resetsAtMs: NOW + 99 * HOUR }, 0, 5 * HOUR],
    ["60 s when the time is past", { resetsAtMs: NOW - 1 }, 0, MINUTE],
    ["longer each time when it stays past", { resetsAtMs: NOW - 1 }, 3, 8 * MINUTE],
    ["15 minutes without a time", {}, 0, 15 * MINUTE],
    ["then half an hour", {}, 1, 30 * MINUTE],
    ["then an hour", {}, 2, HOUR],
    ["and never longer", {}, 5000, HOUR],
    ["for an unknown window", { window: "unknown" }, 0, 15 * MINUTE],
    ["for an unknown window that opens soon", { window: "unknown", resetsAtMs: NOW + HOUR }, 0, HOUR],
  ])("sleeps %s", (_, notice, blindSleeps, ms) => {
    expect(plan(notice, blindSleeps)).toEqual(sleep(ms));
  });

  it.each<[string, Partial<LimitNotice>, number, number]>([
    ["a minute where no time is said", {}, 0, MINUTE],
    ["as long as is said", { resetsAtMs: NOW + 20_000 }, 0, 20_000],
    ["no less than 5 s", { resetsAtMs: NOW + 1000 }, 0, 5000],
    ["no less than 5 s when the time is past", { resetsAtMs: NOW - 1000 }, 0, 5000],
    ["longer when that was not enough", {}, 1, 2 * MINUTE],
    ["longer than is said when that was not enough", { resetsAtMs: NOW + 1000 }, 2, 4 * MINUTE],
  ])("waits for a rate %s, whatever is asked of sleeping", (_, notice, blindSleeps, ms) => {
    const rate = { ...notice, window: "minute" } as const;
    expect(plan(rate, blindSleeps)).toEqual(sleep(ms, "minute"));
    expect(plan(rate, blindSleeps, false)).toEqual(sleep(ms, "minute"));
  });

  it.each<[string, Partial<LimitNotice>, number, number]>([
    ["three waits brought nothing", {}, 3, 15 * MINUTE],
    ["they did, and the time said was short", { resetsAtMs: NOW + 1000 }, 3, 15 * MINUTE],
    ["nor did a sleep", {}, 4, 30 * MINUTE],
    ["it takes long", { resetsAtMs: NOW + 2 * HOUR }, 0, 2 * HOUR],
  ])("takes a rate for a usage limit when %s", (_, notice, blindSleeps, ms) => {
    const rate = { ...notice, window: "minute" } as const;
    expect(plan(rate, blindSleeps)).toEqual(sleep(ms));
    expect(plan(rate, blindSleeps, false)).toMatchObject({ kind: "halt", status: "paused_usage_limit" });
  });

  it.each([1e300, -1e300, Number.POSITIVE_INFINITY, 8.64e15 + 1, NOW + 2 * 366 * 24 * HOUR])(
    "takes a reset at %d for none",
    (resetsAtMs) => {
      for (const window of ["5h", "7d", "minute", "unknown"] as const) {
        expect(plan({ window, resetsAtMs })).toEqual(plan({ window, resetsAtMs: null }));
      }
    },
  );

  it("halts for seven days, whatever is asked of sleeping", () => {
    const untilMs = NOW + 80 * HOUR;
    const halt = { kind: "halt", status: "weekly_limit", untilMs, limitType: "7d" };
    expect(plan({ window: "7d", resetsAtMs: untilMs })).toEqual(halt);
    expect(plan({ window: "7d", resetsAtMs: untilMs }, 0, false)).toEqual(halt);
    expect(plan({ window: "unknown", resetsAtMs: untilMs })).toEqual(halt);
    expect(plan({ window: "7d" })).toEqual({ ...halt, untilMs: null });
  });

  it("halts for five hours only when told not to sleep", () => {
    const halt = { kind: "halt", status: "paused_usage_limit", untilMs: NOW + HOUR, limitType: "5h" };
    expect(plan({ resetsAtMs: NOW + HOUR }, 0, false)).toEqual(halt);
    expect(plan({ window: "unknown" }, 0, false)).toEqual({ ...halt, untilMs: null });
  });
});
