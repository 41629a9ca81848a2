import { describe, expect, test } from "vitest";
import { memoryHost } from "../../../../test/fakes/memory-host.ts";
import type { KeyMode } from "#cli/watch/live/key-lines";
import { liveFooter, type LiveScene } from "#cli/watch/live/live-footer";
import { createPen } from "#cli/render/pen";
import { screenOf } from "#cli/render/screen";
import { createRunStory, type RunFacts } from "#core/events/run-story";

const NOW = Date.UTC(2026, 10, 20, 22, 42, 2);
const MINUTE = 60_000;
const WATCHING: KeyMode = { kind: "watching" };

const SUMMARY = { pending: 3, inProgress: 0, blocked: 3, needsHuman: 1, deferred: 1, done: 3, total: 9 };
const RUN: Partial<RunFacts> = {
  startedMs: NOW - 38 * MINUTE,
  provider: "claude-cli",
  iteration: 8,
  maxIterations: 20,
  current: { id: "006", title: "Accept entries in foreign currencies", sinceMs: NOW - MINUTE },
};

/** The footer's lines at 23:42:02 (UTC+1). */
const footer = (
  facts: Partial<RunFacts>,
  scene: Partial<LiveScene> = {},
  where: { columns?: number; lang?: string } = {},
): string => {
  const env = { LANG: where.lang ?? "en_US.UTF-8" };
  const host = memoryHost({ now: NOW, columns: where.columns ?? 80, env });
  const pen = createPen(screenOf(host, host.stdout, { noColor: true }));
  const whole: LiveScene = {
    facts: { ...createRunStory().facts, ...RUN, ...facts },
    summary: SUMMARY,
    turn: 2,
    lastOutputMs: null,
    keys: WATCHING,
    ...scene,
  };
  return `\n${liveFooter(pen, whole, host, Math.min(pen.screen.columns, 80)).join("\n")}`;
};

const REST = `
  ━━━━━━━━────────────────  3 of 9 done · 2 blocked · iteration 8 of 20 · 38m
  q stop · v details · ? help`;

describe("what goes on now", () => {
  test("a usage limit is waited out", () => {
    const untilMs = Date.UTC(2026, 10, 21, 0, 34);
    expect(footer({ sleep: { sinceMs: NOW, untilMs, reason: "the 5-hour usage limit" } })).toBe(`
z Sleeping (Limit)  the 5-hour usage limit of claude-cli                  1h 51m
       wakes at 01:34 (UTC+1); 006 goes first
  ━━━━━━━━────────────────  3 of 9 done · 2 blocked · iteration 8 of 20 · 38m
  q stop · ? help`);
  });

  test("a review", () => {
    const diff = { files: 14, added: 412, removed: 96 };
    const reviewing = { sinceMs: NOW - 80_000, items: 5, diff };
    expect(footer({ current: null, reviewing })).toBe(`
⠹ Reviewing  5 items, 14 files, +412 −96                                  1m 20s${REST}`);
  });

  const session = {
    startedMs: NOW - MINUTE,
    provider: "claude-cli",
    model: null,
    toolCalls: 0,
    tools: [],
    tokens: { input: 0, output: 0 },
  };
  const head = "\n⠹ 006  Accept entries in foreign currencies                               1m 00s";

  test.each([
    ["a session that has said nothing", {}, "no output yet"],
    ["what was heard of the session before", { lastOutputMs: NOW - 2 * MINUTE }, "no output yet"],
    ["one that printed something", { lastOutputMs: NOW - 4000 }, "last output 4s ago"],
  ])("%s", (_, scene, words) => {
    expect(footer({ session }, scene)).toBe(`${head}\n       ${words}${REST}`);
  });

  test("the pause after a failure says what ends it", () => {
    const failures = [
      { atMs: NOW - 9000, exitCode: 1, durationMs: 2000 },
      { atMs: NOW - 1000, exitCode: 1, durationMs: 2000 },
    ];
    expect(footer({ failures })).toBe(
      `${head}\n       the agent failed at once (exit 1); next try in 4s${REST}`,
    );
  });

  test("a commit may take as long as its hooks do", () => {
    expect(footer({ committing: true })).toBe(`${head}\n       git commits its work, with its hooks${REST}`);
  });

  test.each([
    [null, "Looking for the next item"],
    [{ type: "loop_cancelled", timestamp: "", projectPath: "" } as const, "Finishing"],
  ])("no item, last word %j", (ended, words) => {
    expect(footer({ current: null, ended })).toBe(`\n⠹ ${words}${REST}`);
  });

  test("a title that would steer the terminal, and one that is too wide", () => {
    const current = { id: "006", title: "\u001b[31m日本語\t".repeat(20), sinceMs: NOW };
    const [, line = ""] = footer({ current, session: null }).split("\n");
    expect(line).toBe(`⠹ 006  ${"日本語 ".repeat(9)}日本…   0s`);
  });
});

describe("stopping", () => {
  const session = { ...createRunStory().facts.session!, startedMs: NOW };
  test.each<[Partial<RunFacts>, boolean, string]>([
    [{ session }, false, "Stopping: ending the session of 006. Ctrl-C again to stop at once."],
    [{ session, current: null }, false, "Stopping: ending the session. Ctrl-C again to stop at once."],
    [{}, false, "Stopping. Ctrl-C again to stop at once."],
    [{ committing: true }, false, "Stopping: waiting for git to commit 006. Ctrl-C again to stop at once."],
    [{ session }, true, "Stopping at once: ending the session of 006."],
  ])("%j, at once %j", (facts, atOnce, words) => {
    expect(footer(facts, { keys: { kind: "stopping", atOnce } })).toBe(`\n⠹ ${words}`);
  });
});

describe("the question", () => {
  const done = { title: "", workedMs: 0, attempt: 1, attempts: null, done: { commit: null } };
  test.each<[Partial<RunFacts>, string]>([
    [
      {
        items: new Map([
          ["1", done],
          ["2", done],
          ["3", done],
        ]),
      },
      "006 goes back to pending; 3 commits stay.",
    ],
    [{ items: new Map([["1", done]]) }, "006 goes back to pending; 1 commit stays."],
    [{}, "006 goes back to pending."],
  ])("%#", (facts, words) => {
    const line = footer(facts, { keys: { kind: "asking" } })
      .split("\n")
      .at(-1);
    expect(line).toBe(`  Stop the loop? ${words}   y stop · n go on`);
  });
});

test("ASCII, where the locale has nothing else", () => {
  const reviewing = { sinceMs: NOW, items: 1, diff: { files: 1, added: 1, removed: 1 } };
  expect(footer({ current: null, reviewing }, {}, { lang: "C" })).toBe(`
- Reviewing  1 item, 1 file, +1 -1                                            0s
  ########----------------  3 of 9 done, 2 blocked, iteration 8 of 20, 38m
  q stop, v details, ? help`);
});

test("an empty backlog has an empty bar", () => {
  const summary = { pending: 0, inProgress: 0, blocked: 0, done: 0, total: 0 };
  expect(footer({}, { summary })).toContain(`  ${"─".repeat(24)}  0 of 0 done · iteration 8 of 20 · 38m`);
});
