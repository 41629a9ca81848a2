import { join } from "node:path";
import { expect, it } from "vitest";
import type { RunningTool } from "../e2e/harness.ts";
import type { Fault } from "../model-server/step.ts";
import { openNight, type Night } from "./open-night.ts";
import { expectClean, until } from "./prove-the-loop.ts";
import type { RealAgent } from "./real-agent.ts";

export interface LimitCase {
  readonly scenario: string;
  readonly fault: Fault;
  /** Five hours are slept through and a rate of the minute is waited out; seven days end the run. */
  readonly end: "sleeps" | "waits" | "halts";
  /** Until the time that the program states, or for so many minutes: as it says, or on a guess where it doesn't. */
  readonly until: "stated" | { readonly minutes: number };
}

/** Each limit as the program tells of it, to the right time where it states one. */
export function proveLimits(agent: RealAgent): void {
  const limits = agent.limits();
  const ending = (end: LimitCase["end"]): readonly LimitCase[] => limits.filter((limit) => limit.end === end);

  it.each(ending("sleeps"))("sleeps through a $scenario, until Ctrl-C", async (limit) => {
    const night = await openLimitedNight(agent, limit);
    const began = Date.now();
    const running = night.start();
    await until(() => night.state()?.status === "sleeping_limit", running);
    expectTime(night.state()?.sleepUntil, limit, began);
    expect(night.events("usage_limit_hit")).toMatchObject([{ limitType: "5h" }]);
    await expectInterrupted(night, running);
    await expectClean(night, agent);
  });

  it.each(ending("waits"))("waits out a $scenario, until Ctrl-C", async (limit) => {
    const night = await openLimitedNight(agent, limit);
    const began = Date.now();
    const running = night.start();
    const said = (): string | undefined => /Waiting until (\S+) for the rate limit/.exec(night.log())?.[1];
    await until(() => said() !== undefined, running);
    expectTime(said(), limit, began);
    expect(night.state()?.status).toBe("running");
    expect(night.events("usage_limit_hit")).toEqual([]);
    await expectInterrupted(night, running);
    await expectClean(night, agent);
  });

  it.each(ending("halts"))("ends the run at a $scenario", async (limit) => {
    const night = await openLimitedNight(agent, limit);
    const began = Date.now();
    expect((await night.start().ended).code).toBe(4);
    expect(night.state()?.status).toBe("weekly_limit");
    expectTime(night.state()?.sleepUntil, limit, began);
    expect(night.events("usage_limit_hit")).toMatchObject([{ limitType: "7d" }]);
    expect(night.item("001").status).toBe("pending");
    await expectClean(night, agent);
  });
}

async function expectInterrupted(night: Night, running: RunningTool): Promise<void> {
  running.kill("SIGINT");
  expect((await running.ended).code).toBe(1);
  expect(night.state()?.status).toBe("paused");
  expect(night.item("001").status).toBe("pending");
}

function openLimitedNight(agent: RealAgent, { scenario, fault }: LimitCase): Promise<Night> {
  const resetsAt = fault.resetsAt === undefined ? {} : { resetsAt: fault.resetsAt };
  return openNight(agent, { scenarios: [scenario], ...resetsAt, steps: () => [{ fault }] });
}

/** For a program that states the second: it sleeps until then, and goes on with the same item. */
export function proveWaking(agent: RealAgent): void {
  it("sleeps until the second that it was told, and does the item then", async () => {
    const resetsAt = Math.ceil(Date.now() / 1000) + 10;
    const night = await openNight(agent, {
      scenarios: [],
      steps: ({ path }) => [
        { fault: { kind: "plan_limit", resetsAt } },
        { write: { path: join(path, "hello.txt"), content: "after the sleep\n" } },
        { say: "TOOL_DONE" },
      ],
    });
    expect((await night.start().ended).code).toBe(0);
    expect(night.events("sleep_start")).toMatchObject([{ sleepUntil: isoOf(resetsAt) }]);
    const [end] = night.events("sleep_end");
    expect(Date.parse(String(end?.["timestamp"]))).toBeGreaterThanOrEqual(resetsAt * 1000);
    expect(night.repo.git("show", "HEAD:hello.txt")).toBe("after the sleep");
    await expectClean(night, agent);
  });
}

/** Seconds, on a full minute: some programs say no more of a time. */
export const minutesAhead = (minutes: number): number => (Math.floor(Date.now() / 60_000) + minutes) * 60;

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

function expectTime(iso: string | null | undefined, { until, fault }: LimitCase, began: number): void {
  const said = (fault.resetsAt ?? 0) * 1000;
  const [from, to] =
    until === "stated" ? [said, said] : [began + until.minutes * 60_000, Date.now() + until.minutes * 60_000];
  const time = Date.parse(iso ?? "");
  expect(time).toBeGreaterThanOrEqual(from);
  expect(time).toBeLessThanOrEqual(to);
}
