import { describe, expect, it } from "vitest";
import { EXIT } from "#contracts/exit-codes";
import { LOOP_STATES, LOOP_STATUSES, type LoopStateName, type LoopStatus } from "#contracts/loop-states";
import type { IterationStatus } from "#contracts/schema/iteration-status";
import type { LockRecord } from "#contracts/schema/lock";
import type { LoopState } from "#contracts/schema/loop-state";
import type { BacklogSummary, LockSummary } from "#contracts/schema/status";
import { deriveStatus, type StatusFacts } from "#core/status/derive-status";
import { loopExit, reviewExit, statusExit } from "#core/status/exit-code";
import { deriveHealth } from "#core/status/health";
import { lockSummary } from "#core/status/lock-summary";

const STARTED = "2026-11-20T23:04:00.000Z";
const UPDATED = "2026-11-20T23:10:00.000Z";
const NOW = Date.parse("2026-11-20T23:34:00.900Z");

const summary = (more: Partial<BacklogSummary> = {}): BacklogSummary => ({
  pending: 0,
  inProgress: 0,
  blocked: 0,
  needsHuman: 0,
  deferred: 0,
  done: 3,
  total: 3,
  ...more,
});
const NO_LOCK: LockSummary = { present: false, pid: null, startedAt: null, alive: false, stale: false };
const ALIVE: LockSummary = { present: true, pid: 7, startedAt: STARTED, alive: true, stale: false };
const STALE: LockSummary = { ...ALIVE, alive: false, stale: true };

const state = (more: Partial<LoopState> = {}): LoopState => ({
  status: "running",
  iteration: 8,
  maxIterations: 20,
  currentItem: "006",
  lastSignal: "blocked",
  startedAt: STARTED,
  updatedAt: UPDATED,
  completedItems: [],
  blockedItems: [],
  deferredItems: [],
  baseCommitHash: null,
  error: null,
  ...more,
});
const facts = (more: Partial<StatusFacts> = {}): StatusFacts => ({
  installed: true,
  state: null,
  log: null,
  summary: summary(),
  lock: NO_LOCK,
  nowMs: NOW,
  ...more,
});

describe("deriveStatus from state.json", () => {
  const SHOWN: Readonly<Record<LoopStatus, [live: LoopStateName, dead: LoopStateName]>> = {
    idle: ["IDLE", "IDLE"],
    starting: ["RUNNING", "ERROR"],
    running: ["RUNNING", "ERROR"],
    paused: ["PAUSED", "PAUSED"],
    complete: ["COMPLETE", "COMPLETE"],
    paused_human: ["PAUSED_HUMAN", "PAUSED_HUMAN"],
    limit_reached: ["LIMIT_REACHED", "LIMIT_REACHED"],
    error: ["ERROR", "ERROR"],
    sleeping_limit: ["SLEEPING_LIMIT", "ERROR"],
    weekly_limit: ["WEEKLY_LIMIT", "WEEKLY_LIMIT"],
    reviewing: ["REVIEWING", "ERROR"],
    paused_usage_limit: ["PAUSED_USAGE_LIMIT", "PAUSED_USAGE_LIMIT"],
  };

  it.each(LOOP_STATUSES)("%s", (status) => {
    const [live, dead] = SHOWN[status];
    const shown = (lock: LockSummary): LoopStateName =>
      deriveStatus(facts({ state: state({ status }), lock })).loopState;
    expect(shown(ALIVE)).toBe(live);
    expect(shown(STALE)).toBe(dead);
    expect(shown(NO_LOCK)).toBe(dead);
  });

  it("gives all that the file says", () => {
    expect(deriveStatus(facts({ state: state(), lock: ALIVE }))).toEqual({
      loopState: "RUNNING",
      stateSource: "state.json",
      iteration: 8,
      maxIterations: 20,
      currentItem: "006",
      lastSignal: "blocked",
      startedAt: STARTED,
      elapsed: 1800,
      backlogSummary: summary(),
      lock: ALIVE,
    });
  });

  it.each<[string, LoopStatus, LockSummary, number]>([
    ["goes on while the run does", "running", ALIVE, 1800],
    ["goes on in a sleep", "sleeping_limit", ALIVE, 1800],
    ["stands still once the run has ended", "complete", NO_LOCK, 360],
    ["stands still once the run has crashed", "running", STALE, 360],
  ])("elapsed %s", (_, status, lock, seconds) => {
    expect(deriveStatus(facts({ state: state({ status }), lock })).elapsed).toBe(seconds);
  });

  it("never has elapsed below 0", () => {
    const back = facts({ state: state(), lock: ALIVE, nowMs: Date.parse(STARTED) - 5000 });
    expect(deriveStatus(back).elapsed).toBe(0);
  });

  it.each<[LoopStatus, boolean]>([
    ["sleeping_limit", true],
    ["weekly_limit", true],
    ["paused_usage_limit", true],
    ["running", false],
    ["complete", false],
  ])("%s has sleepUntil: %s", (status, has) => {
    const derived = deriveStatus(facts({ state: state({ status, sleepUntil: UPDATED }), lock: ALIVE }));
    expect(derived.sleepUntil).toBe(has ? UPDATED : undefined);
    expect("sleepUntil" in derived).toBe(has);
  });

  it("asks no log", () => {
    const log = ["[2026-11-20 23:05:00] Loop completed"];
    expect(deriveStatus(facts({ state: state(), log, lock: ALIVE })).stateSource).toBe("state.json");
  });
});

describe("deriveStatus without state.json", () => {
  const LOG = [
    "[2026-11-20 23:04:00] Loop started (maxIterations=20)",
    "[2026-11-20 23:05:00] --- Iteration 2 / 20 ---",
    "[2026-11-20 23:06:40] Item 001 completed: T",
  ];

  it("reads the log", () => {
    expect(deriveStatus(facts({ log: LOG, lock: ALIVE }))).toMatchObject({
      loopState: "RUNNING",
      stateSource: "log-parsing",
      iteration: 2,
      maxIterations: 20,
      lastSignal: "clean",
      startedAt: STARTED,
      elapsed: 1800,
    });
  });

  it("believes a log no more than a state: nobody alive is a crash, at the time of the last line", () => {
    expect(deriveStatus(facts({ log: LOG }))).toMatchObject({ loopState: "ERROR", elapsed: 160 });
    const ended = [...LOG, "[2026-11-20 23:08:00] Loop completed"];
    expect(deriveStatus(facts({ log: ended }))).toMatchObject({ loopState: "COMPLETE", elapsed: 240 });
  });

  it.each([[null], [[]], [["no line of ours"]]])("knows nothing from %j", (log) => {
    expect(deriveStatus(facts({ log }))).toEqual({
      loopState: "IDLE",
      stateSource: "none",
      iteration: null,
      maxIterations: null,
      currentItem: null,
      lastSignal: null,
      startedAt: null,
      elapsed: null,
      backlogSummary: summary(),
      lock: NO_LOCK,
    });
  });

  it("is not installed without a marker, whatever else lies there", () => {
    const derived = deriveStatus(facts({ installed: false, state: state(), log: LOG }));
    expect(derived).toMatchObject({ loopState: "NOT_INSTALLED", stateSource: "none", iteration: null });
  });
});

describe("lockSummary", () => {
  const record = (processStartTime: string | null): LockRecord => ({
    pid: 7,
    startedAt: STARTED,
    processStartTime,
    token: "t",
  });
  it.each<
    [
      string,
      LockRecord | "unreadable" | null,
      { alive: boolean; startTime: string | null } | null,
      LockSummary,
    ]
  >([
    ["no file", null, null, NO_LOCK],
    ["unreadable", "unreadable", null, { ...STALE, pid: null, startedAt: null }],
    ["alive", record("100"), { alive: true, startTime: "100" }, ALIVE],
    ["dead", record("100"), { alive: false, startTime: null }, STALE],
    ["a recycled pid", record("100"), { alive: true, startTime: "200" }, STALE],
    ["alive, its start not recorded", record(null), { alive: true, startTime: "200" }, ALIVE],
    ["alive, its start not to be had", record("100"), { alive: true, startTime: null }, ALIVE],
    ["nobody looked", record("100"), null, STALE],
  ])("%s", (_, lock, holder, expected) => {
    expect(lockSummary(lock, holder)).toEqual(expected);
  });
});

describe("deriveHealth", () => {
  const iteration: IterationStatus = {
    itemId: "006",
    startedAt: STARTED,
    updatedAt: "2026-11-20T23:33:01.000Z",
    currentTool: null,
    recentTools: [],
    tokens: { input: 1, output: 1 },
    lastActivityAt: "2026-11-20T23:30:00.000Z",
    stuckWarning: false,
  };
  const running = { loopState: "RUNNING" as const, lock: ALIVE };

  it("tells of the session under way", () => {
    expect(deriveHealth(running, iteration, NOW)).toEqual({
      stuckWarning: false,
      iterationFresh: true,
      lastActivityAt: "2026-11-20T23:30:00.000Z",
      secondsSinceActivity: 240,
    });
  });

  it("is stale from 60 s on", () => {
    const at = Date.parse(iteration.updatedAt);
    expect(deriveHealth(running, iteration, at + 59_999)?.iterationFresh).toBe(true);
    expect(deriveHealth(running, iteration, at + 60_000)?.iterationFresh).toBe(false);
  });

  it("passes the warning on, and never counts below 0", () => {
    const stuck = deriveHealth(running, { ...iteration, stuckWarning: true }, Date.parse(STARTED));
    expect(stuck).toMatchObject({ stuckWarning: true, secondsSinceActivity: 0 });
  });

  it.each(LOOP_STATES)("in %s there may be a live iteration", (loopState) => {
    const live = loopState === "RUNNING" || loopState === "REVIEWING";
    expect(deriveHealth({ loopState, lock: ALIVE }, iteration, NOW) !== null).toBe(live);
    expect(deriveHealth({ loopState, lock: STALE }, iteration, NOW)).toBeNull();
    expect(deriveHealth({ loopState, lock: ALIVE }, null, NOW)).toBeNull();
  });
});

describe("exit codes", () => {
  const blocks = summary({ blocked: 1, total: 4 });
  const asks = summary({ blocked: 1, needsHuman: 1, total: 4 });
  const deferred = summary({ blocked: 2, deferred: 2, total: 5 });

  it.each<[LoopStateName, number, number]>([
    ["IDLE", 0, 5],
    ["RUNNING", 6, 6],
    ["PAUSED", 0, 5],
    ["COMPLETE", 0, 5],
    ["PAUSED_HUMAN", 3, 3],
    ["LIMIT_REACHED", 4, 4],
    ["ERROR", 1, 1],
    ["NOT_INSTALLED", 0, 0],
    ["SLEEPING_LIMIT", 4, 4],
    ["WEEKLY_LIMIT", 4, 4],
    ["REVIEWING", 6, 6],
    ["PAUSED_USAGE_LIMIT", 4, 4],
  ])("status of %s: %d, with genuine blocks %d", (loopState, plain, blocked) => {
    expect(statusExit({ loopState, backlogSummary: summary() })).toBe(plain);
    expect(statusExit({ loopState, backlogSummary: deferred })).toBe(plain);
    expect(statusExit({ loopState, backlogSummary: blocks })).toBe(blocked);
    expect(statusExit({ loopState, backlogSummary: asks })).toBe(blocked);
  });

  it.each<[string, LoopStatus, BacklogSummary, number]>([
    ["all done", "complete", summary(), EXIT.ok],
    ["an empty backlog", "complete", summary({ done: 0, total: 0 }), EXIT.ok],
    ["genuine blocks left", "complete", blocks, EXIT.blocked],
    ["a question left", "complete", asks, EXIT.blocked],
    ["blocks and deferred left", "complete", summary({ blocked: 3, deferred: 2, total: 6 }), EXIT.blocked],
    ["deferred left alone", "complete", deferred, EXIT.error],
    ["unreachable items left", "complete", summary({ pending: 1, total: 4 }), EXIT.error],
    ["paused at a question", "paused_human", asks, EXIT.needsHuman],
    ["the budget spent", "limit_reached", summary({ pending: 1, total: 4 }), EXIT.limit],
    ["the budget spent, with blocks", "limit_reached", blocks, EXIT.limit],
    ["a weekly limit", "weekly_limit", summary(), EXIT.limit],
    ["a limit not slept on", "paused_usage_limit", summary(), EXIT.limit],
    ["the breaker", "error", summary(), EXIT.error],
    ["cancelled", "paused", summary(), EXIT.error],
  ])("a run that ended with %s", (_, status, counts, exit) => {
    expect(loopExit({ status, summary: counts })).toBe(exit);
  });
});

describe("what a run that only reviews exits with", () => {
  const left = summary({ pending: 2, blocked: 1, total: 6 });
  it.each([
    ["complete", false, 0],
    ["complete", true, 1],
    ["paused", false, 1],
    ["error", false, 1],
    ["weekly_limit", true, 4],
    ["paused_usage_limit", true, 4],
  ] as const)("%s, failed %s: %i, whatever items are left", (status, failed, exit) => {
    expect(reviewExit({ status, summary: left, failed })).toBe(exit);
  });
});
