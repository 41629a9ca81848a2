import { describe, expect, test } from "vitest";
import { LEDGER_ITEMS } from "../../../../test/fakes/ledger-api.ts";
import { memoryHost } from "../../../../test/fakes/memory-host.ts";
import { createContext } from "#cli/create-context";
import { givenOptions } from "#cli/line/given-options";
import { failureOf, type EndedRun } from "#cli/watch/end/ended-run";
import { runSummary } from "#cli/watch/end/run-summary";
import { summarize } from "#core/backlog/summarize";
import { waitingFor } from "#core/backlog/waiting-for";
import { createRunStory, type ItemFacts, type RunFacts } from "#core/events/run-story";
import type { BacklogItem } from "#contracts/schema/backlog-item";

const NOW = Date.UTC(2026, 10, 20, 22, 42);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const worked = (title: string, workedMs: number, commit: string): ItemFacts => ({
  title,
  workedMs,
  attempt: 1,
  attempts: null,
  done: { commit },
});
const DONE = new Map([
  ["001", worked("Fix rounding in the daily totals", 134_000, "1f3a9c2aaaa")],
  ["002", worked("Add CSV export for statements", 302_000, "8be10d4aaaa")],
  ["003", worked("Split the parser from the importer", 708_000, "5d07c1aaaaa")],
  ["006", worked("Accept entries in foreign currencies", 768_000, "9c1e07baaaa")],
  ["008", worked("Cover the importer with property tests", 1_865_000, "e77f0d3aaaa")],
]);
const NIGHT: Partial<RunFacts> = {
  provider: "claude-cli",
  branch: "night",
  baseline: "3f2a1c9aaaa",
  iteration: 10,
  maxIterations: 20,
  sessions: 10,
  retries: 2,
  tokens: { input: 1_900_000, output: 214_000 },
  sleptMs: 111 * MINUTE,
  items: DONE,
};

const done = (id: string): BacklogItem => {
  const {
    blockedReason: _,
    needsHuman: __,
    deferred: ___,
    ...item
  } = LEDGER_ITEMS.find((one) => one.id === id)!;
  return { ...item, status: "done", completedAt: "2026-11-20T23:00:00Z" };
};
const withDone = (...ids: readonly string[]): readonly BacklogItem[] =>
  LEDGER_ITEMS.map((item) => {
    if (ids.includes(item.id)) return done(item.id);
    return item.id === "006" ? { ...item, status: "pending" as const } : item;
  });
const MORNING = withDone("006", "008");

interface Told extends Partial<Omit<EndedRun, "facts">> {
  readonly facts?: Partial<RunFacts>;
}

const summary = (told: Told, columns = 80, again: readonly string[] = []): string => {
  const host = memoryHost({ now: NOW, columns, env: { NO_COLOR: "1" } });
  const flags = { help: false, version: false, json: false, noColor: true, quiet: false };
  const line = { args: [], options: givenOptions(new Map()), place: { path: null, backlog: null } };
  const context = createContext(host, flags, line);
  const items = told.items ?? MORNING;
  const run: EndedRun = {
    status: "complete",
    durationMs: 6 * HOUR + 41 * MINUTE,
    failure: null,
    items,
    summary: summarize(items),
    waiting: waitingFor(items, new Set()),
    nextItem: null,
    unfinished: null,
    limitEndsMs: null,
    otherAgent: null,
    ...told,
    facts: { ...createRunStory().facts, ...NIGHT, ...told.facts },
  };
  return `\n${runSummary(context, context.pen, run, again).join("\n")}`;
};

describe("complete", () => {
  test("with blocks left", () => {
    expect(summary({})).toBe(`
! Complete  5 of 9 done · 2 need you · 1 deferred · 1 waiting             6h 41m

✓ 001  Fix rounding in the daily totals                          2m 14s  1f3a9c2
✓ 002  Add CSV export for statements                             5m 02s  8be10d4
✓ 003  Split the parser from the importer                       11m 48s  5d07c1a
✓ 006  Accept entries in foreign currencies                     12m 48s  9c1e07b
✓ 008  Cover the importer with property tests                   31m 05s  e77f0d3

? 004  Choose the retention period for exports                       needs human
       Keep exported files for 30 or 90 days? The spec says both.
! 005  Publish the client to the private registry                        blocked
       needs NPM_TOKEN; there are no credentials in this environment
» 007  Stop the date test from failing at month ends                    deferred
       no signal in 4 attempts; its work is in a stash, "[tool] 007"
○ 009  Announce the new client version                                 after 005

Commits  5 on night since 3f2a1c9
Effort   10 sessions, 2 retries · 1.9M tokens in, 214k out
Slept    1h 51m, for a usage limit

→ tool resume --answer 004 "<your answer>"   answer, requeue 007, go on
  git log --oneline 3f2a1c9..night           look at the work`);
  });

  test("all done; of the done items ten are shown", () => {
    const items = Array.from({ length: 17 }, (_, i) => ({
      ...done("001"),
      id: String(i + 1).padStart(3, "0"),
    }));
    const facts = { retries: 1, sleptMs: 0, items: new Map(items.map(({ id }) => [id, DONE.get("001")!])) };
    const lines = summary({ items, facts, durationMs: 134 * MINUTE }).split("\n");
    expect(lines[1]).toBe("✓ Complete  all 17 done                                                   2h 14m");
    expect(lines.slice(12).join("\n"))
      .toBe(`✓ 010  Fix rounding in the daily totals                          2m 14s  1f3a9c2
       … and 7 more

Commits  17 on night since 3f2a1c9
Effort   10 sessions, 1 retry · 1.9M tokens in, 214k out

→ git log --oneline 3f2a1c9..night   look at the work`);
  });

  test("only deferred items left: a sentence instead of a row", () => {
    const items = MORNING.map((item) => (item.id === "007" ? item : done(item.id)));
    const facts = { items: new Map(), sessions: 0, sleptMs: 0, iteration: 1 };
    expect(summary({ items, facts: { ...facts, sessions: 4, tokens: { input: 0, output: 0 } } })).toBe(`
» Complete  8 of 9 done · 1 deferred                                      6h 41m
  007 ended without a signal 4 times. Its work is in a stash, "[tool] 007".

Effort   4 sessions, 2 retries

→ tool resume   requeue it and try again`);
  });

  test.each([
    ["no signal in 1 attempt", "007 ended without a signal once."],
    ["something else", "007 was given up: something else."],
  ])("deferred because of %j", (blockedReason, sentence) => {
    const items = MORNING.map((item) => (item.id === "007" ? { ...item, blockedReason } : done(item.id)));
    expect(summary({ items }).split("\n")[2]).toBe(`  ${sentence}`);
  });

  test("blocked without a question, on a branch without a baseline, named like an option", () => {
    const items = MORNING.filter(({ id }) => id === "001" || id === "005");
    const facts = { baseline: null, branch: "my night", items: new Map([["001", DONE.get("001")!]]) };
    expect(summary({ items, facts }).split("\n").slice(-2).join("\n")).toBe(
      `→ tool backlog unblock 005       once it can be done
  git log --oneline 'my night'   look at the work`,
    );
  });

  test("40 columns", () => {
    expect(summary({}, 40).split("\n").slice(0, 12).join("\n")).toBe(`
! Complete  5 of 9 done           6h 41m

✓ 001  Fix rounding in the dail…  2m 14s
✓ 002  Add CSV export for state…  5m 02s
✓ 003  Split the parser from t…  11m 48s
✓ 006  Accept entries in forei…  12m 48s
✓ 008  Cover the importer with…  31m 05s

? 004  Choose the retentio…  needs human
       Keep exported files for 30 or 90
       days? The spec says both.`);
  });
});

describe("the other ends", () => {
  const ends = Date.UTC(2026, 10, 21, 0, 34);
  const unfinished = { id: "006", inTree: false };
  const pausedAt = { type: "loop_paused", itemId: "004", reason: "needs_human" } as const;
  const ended = { ...pausedAt, timestamp: "2026-11-20T22:42:00Z", projectPath: "/p" };
  const quiet: Partial<RunFacts> = { items: new Map(), sessions: 0, sleptMs: 0 };
  const failures = [1, 2, 3].map((n) => ({ atMs: NOW - n * MINUTE, exitCode: 1, durationMs: 1900 }));
  const took = 38 * MINUTE;

  test.each<[string, Told, string]>([
    [
      "needs human",
      { status: "paused_human", items: withDone(), facts: { ...quiet, ended } },
      `
? Needs Human  3 of 9 done · paused at 004                               38m 00s
  Keep exported files for 30 or 90 days? The spec says both.

→ tool resume --answer 004 "<your answer>"   answer, and go on`,
    ],
    [
      "limit reached",
      { status: "limit_reached", items: withDone("006", "004", "005"), nextItem: "008", facts: quiet },
      `
! Limit Reached  6 of 9 done · 20 of 20 iterations used                  38m 00s
  This is your budget, not a limit of the agent. 008 is next.

→ tool resume   go on with a fresh budget`,
    ],
    [
      "usage limit",
      { status: "paused_usage_limit", items: withDone(), unfinished, limitEndsMs: ends, facts: quiet },
      `
z Usage Limit (Paused)  3 of 9 done                                      38m 00s
  The 5-hour limit of claude-cli ends 01:34 (UTC+1), in 1h 52m. 006 is pending.

→ tool resume   after 01:34`,
    ],
    [
      "weekly limit",
      {
        status: "weekly_limit",
        items: withDone(),
        unfinished,
        limitEndsMs: Date.UTC(2026, 10, 24, 4, 39),
        otherAgent: "codex",
        facts: quiet,
      },
      `
z Weekly Limit  3 of 9 done                                              38m 00s
  The 7-day limit of claude-cli ends Tue Nov 24, 05:39 (UTC+1), in 3d 5h. 006 is
  pending.

→ tool loop run --agent codex --no-model   go on with another agent
  tool resume                              or wait until then`,
    ],
    [
      "too many failures",
      {
        status: "error",
        items: LEDGER_ITEMS.map((item) => ({ ...item, status: "pending" as const })),
        failure: failureOf("3 failures in a row: Invalid API key · Please run /login"),
        facts: { ...quiet, retries: 0, failures },
      },
      `
✗ Error  0 of 9 done · stopped after 3 failures in a row                 38m 00s
  Each session of claude-cli ended within 2s (exit 1). Its last words:
    Invalid API key · Please run /login
  No item was changed.

→ tool doctor   check what the loop needs
  tool resume   when it is mended`,
    ],
    [
      "something to mend",
      {
        status: "error",
        items: withDone(),
        failure: failureOf("The agent left a merge unfinished.", "", ["git status", "git merge --abort"]),
        facts: quiet,
      },
      `
✗ Error  3 of 9 done · stopped                                           38m 00s
  The agent left a merge unfinished.

→ git status
  git merge --abort
  tool resume   when it is mended`,
    ],
    [
      "stopped, with work in the tree",
      { status: "paused", items: withDone(), unfinished: { id: "006", inTree: true }, facts: quiet },
      `
■ Paused  3 of 9 done · stopped by you                                   38m 00s
  006 is pending again; its unfinished work is in the tree, and goes on with it.

→ tool resume   go on`,
    ],
    [
      "stopped, with nothing in the tree",
      { status: "paused", items: withDone(), unfinished, facts: quiet },
      `
■ Paused  3 of 9 done · stopped by you                                   38m 00s
  006 is pending again.

→ tool resume   go on`,
    ],
  ])("%s", (_, told, expected) => {
    expect(summary({ durationMs: took, ...told })).toBe(expected);
  });

  test.each<[string, Told, readonly string[], string[]]>([
    ["with the options of the run", {}, ["--agent", "codex"], ["→ tool resume --agent codex   go on"]],
    [
      "on a branch that only --force starts on",
      { facts: { ...quiet, branch: "main" } },
      ["--no-model"],
      ["→ tool loop run --no-model --force   go on"],
    ],
    [
      "a question on such a branch",
      { status: "complete", facts: { ...quiet, branch: "main", sessions: 1 } },
      [],
      [
        '→ tool backlog edit 004 --notes "<your answer>"   answer for the next session',
        "  tool backlog unblock 004                        then requeue it",
        "  tool loop run --force                           and go on",
      ],
    ],
  ])("the way on, %s", (_, told, again, lines) => {
    const shown = summary({ status: "paused", items: withDone(), facts: quiet, ...told }, 80, again);
    expect(shown.split("\n").slice(-lines.length)).toEqual(lines);
  });

  test("what this run blocked is shown, what was blocked before is not", () => {
    const touched: ItemFacts = { title: "", workedMs: 0, attempt: 1, attempts: null, done: null };
    const items = new Map([["005", touched]]);
    const shown = summary({ status: "paused", items: withDone(), facts: { ...quiet, items } });
    expect(shown).toContain("! 005  Publish");
    expect(shown).not.toContain("004");
    expect(shown).not.toContain("007");
  });
});
