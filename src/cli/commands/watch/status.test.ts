import { describe, expect, test } from "vitest";
import { LEDGER, LEDGER_ITEMS, ledgerWorld, type LedgerWorld } from "../../../../test/fakes/ledger-api.ts";
import { runTool as tool } from "../../../../test/fakes/run-tool.ts";
import type { IterationStatus } from "#contracts/schema/iteration-status";
import type { LoopState } from "#contracts/schema/loop-state";

const STATE: LoopState = {
  status: "running",
  iteration: 8,
  maxIterations: 20,
  currentItem: "006",
  lastSignal: "blocked",
  startedAt: "2026-11-20T22:04:11Z",
  updatedAt: "2026-11-20T22:32:19Z",
  completedItems: ["001", "002", "003"],
  blockedItems: ["004", "005"],
  deferredItems: ["007"],
  baseCommitHash: "3f2a1c9",
  error: null,
};
const SESSION: IterationStatus = {
  itemId: "006",
  startedAt: "2026-11-20T22:24:00Z",
  updatedAt: "2026-11-20T22:35:30Z",
  endsAt: "2026-11-20T23:24:00Z",
  currentTool: null,
  recentTools: [],
  tokens: { input: 0, output: 0 },
  lastActivityAt: "2026-11-20T22:29:19Z",
  stuckWarning: true,
};

interface Scene {
  readonly state?: Partial<LoopState> | null;
  readonly lock?: "alive" | "stale" | "broken";
  readonly session?: IterationStatus;
  readonly log?: string;
  readonly items?: typeof LEDGER_ITEMS;
}

const scene = ({ state = {}, lock, session, log, items = LEDGER_ITEMS }: Scene): LedgerWorld => {
  const record = { pid: 48213, startedAt: "2026-11-20T22:04:11Z", processStartTime: "t1", token: "run" };
  const world = ledgerWorld(items, {
    ...(state !== null && { ".tool/state.json": JSON.stringify({ ...STATE, ...state }) }),
    ...(lock && { ".tool/.loop.lock": lock === "broken" ? "{" : JSON.stringify(record) }),
    ...(session && { ".tool/iteration-status.json": JSON.stringify(session) }),
    ...(log !== undefined && { ".tool/tool.log": log }),
  });
  if (lock === "alive") world.processes.plant(48213, "t1");
  return world;
};

describe("the screen", () => {
  test("running", async () => {
    expect(await tool(scene({ lock: "alive" }), ["status"])).toEqual({
      code: 6,
      out: `ledger-api  ● Running                                          ~/code/ledger-api

Item         006  Accept entries in foreign currencies
Iteration    8 of 20
Elapsed      31m 20s, since 23:04 (UTC+1)
Last signal  blocked
Backlog      9 items, 3 done, 1 in progress, 2 pending
Blocked      1 needs human, 1 blocked, 1 deferred
Lock         alive, process 48213
Source       state.json

→ tool follow   watch it
`,
      err: "",
    });
  });

  test("from another folder the hint goes there, too", async () => {
    const { out } = await tool(scene({ lock: "alive" }), ["status", "code/ledger-api"], {
      cwd: "/home/user",
    });
    expect(out.endsWith("\n\n→ tool follow code/ledger-api   watch it\n")).toBe(true);
  });

  test("without a backlog nothing is offered that would be refused", async () => {
    const world = ledgerWorld();
    await world.files.remove(`${LEDGER}/.tool/backlog.json`);
    const { code, out } = await tool(world, ["status"]);
    expect(code).toBe(0);
    expect(out).toContain("\nBacklog      backlog.json is missing\n");
    expect(out).not.toContain("→");
  });

  test("silent for long", async () => {
    const { out } = await tool(scene({ lock: "alive", session: SESSION }), ["status"]);
    expect(out.split("\n").slice(1, 5)).toEqual([
      "",
      "! Silent for 6m 12s and no tool is running; the session ends at 00:24 at the latest.".replace(
        "00:24",
        "Sat Nov 21, 00:24 (UTC+1)",
      ),
      "",
      "Item         006  Accept entries in foreign currencies",
    ]);
  });

  const first = async (given: Scene): Promise<readonly [number, string, string, string]> => {
    const { code, out } = await tool(scene(given), ["status"]);
    const lines = out.split("\n");
    const hint = lines.find((line) => line.startsWith("→")) ?? "";
    return [code, (lines[0] ?? "").replace(/ {2,}~.*/, ""), lines[2] ?? "", hint];
  };
  const ended = { currentItem: null, updatedAt: "2026-11-20T19:35:00Z", startedAt: "2026-11-20T17:21:00Z" };

  test.each<[string, Scene, readonly [number, string, string, string]]>([
    [
      "idle",
      { state: null },
      [5, "ledger-api  ○ Idle", "Backlog      9 items, 3 done, 1 in progress, 2 pending", "→ tool loop run"],
    ],
    [
      "reviewing",
      {
        state: {
          status: "reviewing",
          currentItem: null,
          review: { items: 5, files: 14 },
          updatedAt: "2026-11-20T22:34:11Z",
        },
        lock: "alive",
      },
      [
        6,
        "ledger-api  ● Reviewing",
        "Review       5 items, 14 files, for 1m 20s",
        "→ tool follow   watch it",
      ],
    ],
    [
      "complete",
      { state: { ...ended, status: "complete" } },
      [5, "ledger-api  ✓ Complete", "Ended        3h ago, after 2h 14m", ""],
    ],
    [
      "paused",
      { state: { status: "paused", unfinishedItem: "008", updatedAt: "2026-11-20T16:40:00Z" } },
      [5, "ledger-api  ■ Paused", "Stopped      17:40 (UTC+1), 5h ago; 008 is pending", "→ tool resume"],
    ],
    [
      "needs human",
      { state: { status: "paused_human", currentItem: null } },
      [
        3,
        "ledger-api  ? Needs Human",
        "004 asks     Keep exported files for 30 or 90 days? The spec says both.",
        '→ tool resume --answer 004 "<your answer>"',
      ],
    ],
    [
      "limit reached",
      { state: { status: "limit_reached", iteration: 20, currentItem: null } },
      [
        4,
        "ledger-api  ! Limit Reached",
        "Budget       20 of 20 iterations used, 6 items left",
        "→ tool resume",
      ],
    ],
    [
      "sleeping",
      { state: { status: "sleeping_limit", sleepUntil: "2026-11-20T22:55:31Z" }, lock: "alive" },
      [
        4,
        "ledger-api  z Sleeping (Limit)",
        "Wakes        23:55 (UTC+1), in 20m 00s",
        "→ tool follow   watch it",
      ],
    ],
    [
      "weekly limit",
      { state: { status: "weekly_limit", sleepUntil: "2026-11-24T04:39:00Z" } },
      [4, "ledger-api  z Weekly Limit", "Ends         Tue Nov 24, 05:39 (UTC+1), in 3d 6h", "→ tool resume"],
    ],
    [
      "error",
      { state: { status: "error", error: "3 failures in a row: Invalid API key · Please run /login" } },
      [
        1,
        "ledger-api  ✗ Error",
        "Reason       3 failures in a row: Invalid API key · Please run /login",
        "→ tool doctor",
      ],
    ],
    [
      "crashed",
      { lock: "stale" },
      [
        1,
        "ledger-api  ✗ Error",
        "Reason       the run of process 48213 ended in the middle",
        "→ tool resume",
      ],
    ],
    [
      "crashed, and the server has mended what it left",
      { state: { status: "error", error: "The run was interrupted." } },
      [1, "ledger-api  ✗ Error", "Reason       The run was interrupted.", "→ tool resume"],
    ],
    [
      "crashed, and a refused run took the lock away",
      {},
      [1, "ledger-api  ✗ Error", "Reason       the last run ended in the middle", "→ tool resume"],
    ],
  ])("%s", async (_, given, expected) => {
    expect(await first(given)).toEqual(expected);
  });

  test("lock and source in their words", async () => {
    const { out } = await tool(scene({ lock: "stale" }), ["status"]);
    expect(out).toContain("\nLock         stale, process 48213 is gone\n");
    expect((await tool(scene({ lock: "broken" }), ["status"])).out).toContain(
      "\nLock         stale, it can't be read\n",
    );
    const log =
      "[2026-11-20 22:04:11] Loop started (maxIterations=20)\n[2026-11-20 22:34:11] Loop completed\n";
    const fallback = await tool(scene({ state: null, log }), ["status"]);
    expect(fallback.out).toContain("ledger-api  ✓ Complete");
    expect(fallback.out).toContain("\nSource       tool.log, state.json is missing\n");
    expect(fallback.out).toContain("\nLock         none\n");
  });

  describe("a finished run, and items that became pending since", () => {
    const open = (...items: readonly (readonly [string, ...string[]])[]): Scene => ({
      items: [
        ...LEDGER_ITEMS.slice(0, 3),
        ...items.map(([id, ...dependsOn]) => ({ ...LEDGER_ITEMS[8]!, id, dependsOn })),
      ],
      state: { ...ended, status: "complete" },
    });
    const one = open(["010"], ["011", "010"]);
    const cycle = open(["010", "011"], ["011", "010"]);

    test("says so in its head, and what to type", async () => {
      expect(await first(one)).toEqual([
        0,
        "ledger-api  ○ Complete, 1 pending now",
        "Ended        3h ago, after 2h 14m",
        "→ tool loop run   1 item is pending",
      ]);
      const overview = (await tool(scene(one), [])).out;
      expect(overview).toContain("\nledger-api  ○ Complete, 1 pending now · 3 of 5 done\n");
      expect(overview).toContain("\n→ tool loop run       1 item is pending\n");
    });

    test("that wait for each other can't be started", async () => {
      expect(await first(cycle)).toEqual([
        0,
        "ledger-api  ! Complete, 2 can't start",
        "Ended        3h ago, after 2h 14m",
        "→ tool backlog validate   see what waits for itself",
      ]);
    });

    test("and --json says what state.json says", async () => {
      const { out } = await tool(scene(one), ["status", "--json"]);
      expect(JSON.parse(out)).toMatchObject({ loopState: "COMPLETE", backlogSummary: { pending: 2 } });
    });
  });

  test("all done exits 0", async () => {
    const items = LEDGER_ITEMS.slice(0, 3);
    expect((await tool(scene({ items, state: { ...ended, status: "complete" } }), ["status"])).code).toBe(0);
  });
});

describe("not set up", () => {
  const elsewhere = (world: LedgerWorld): LedgerWorld => {
    world.files.plant({ "/home/user/code/notes/readme.md": "" });
    return world;
  };
  const cwd = "/home/user/code/notes";

  test("a person sees it", async () => {
    expect(await tool(elsewhere(ledgerWorld()), ["status"], { cwd })).toEqual({
      code: 0,
      out: "notes  ○ Not Installed                                              ~/code/notes\n\n→ tool install\n",
      err: "",
    });
  });

  test("a script without a path is told that it forgot one, with a path it gets its answer", async () => {
    const { code, out, err } = await tool(elsewhere(ledgerWorld()), ["status", "--json"], { cwd });
    expect([code, out]).toEqual([2, ""]);
    expect(JSON.parse(err)).toMatchObject({ error: { code: "TARGET_MISSING" } });
    expect((await tool(elsewhere(ledgerWorld()), ["status"], { cwd, terminal: false })).code).toBe(2);
    const asked = await tool(elsewhere(ledgerWorld()), ["status", ".", "--json"], { cwd });
    expect(asked.code).toBe(0);
    expect(JSON.parse(asked.out)).toMatchObject({ loopState: "NOT_INSTALLED" });
  });
});

describe("--json", () => {
  test("the whole status with its version, whatever it is run from", async () => {
    const { code, out } = await tool(scene({ lock: "alive", session: SESSION }), ["status", "--json"]);
    expect(code).toBe(6);
    expect(JSON.parse(out)).toEqual({
      loopState: "RUNNING",
      stateSource: "state.json",
      iteration: 8,
      maxIterations: 20,
      currentItem: "006",
      lastSignal: "blocked",
      startedAt: "2026-11-20T22:04:11Z",
      elapsed: 31 * 60 + 20,
      backlogSummary: {
        pending: 2,
        inProgress: 1,
        blocked: 3,
        needsHuman: 1,
        deferred: 1,
        done: 3,
        total: 9,
      },
      lock: { present: true, pid: 48213, startedAt: "2026-11-20T22:04:11Z", alive: true, stale: false },
      statusSchemaVersion: "1",
      health: {
        stuckWarning: true,
        iterationFresh: true,
        lastActivityAt: "2026-11-20T22:29:19Z",
        secondsSinceActivity: 372,
      },
    });
  });

  test("a broken file is an error and no status", async () => {
    const world = scene({});
    world.files.plant({ [`${LEDGER}/.tool/state.json`]: '{"status": "running"' });
    const { code, out, err } = await tool(world, ["status", "--json"]);
    expect([code, out]).toEqual([2, ""]);
    expect(JSON.parse(err)).toMatchObject({
      error: { code: "INVALID_JSON", details: { file: ".tool/state.json", line: 1 } },
    });
  });
});
