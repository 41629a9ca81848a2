import { describe, expect, test } from "vitest";
import {
  LEDGER,
  LEDGER_ITEMS,
  LEDGER_NOW,
  ledgerWorld,
  type LedgerWorld,
} from "../../../../test/fakes/ledger-api.ts";
import { runTool as tool } from "../../../../test/fakes/run-tool.ts";
import { templateTexts } from "../../../../test/samples/template-texts.ts";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";

const pipe = { terminal: false };
const SWEEP = ["backlog", "sweep"];
const RESET = ["backlog", "reset"];
const ARCHIVE = ["backlog", "archive"];

const archive = (month: string, items: readonly BacklogItem[]): Record<string, string> => ({
  [`.tool/archive/${month}.json`]: JSON.stringify({ month, items }),
});
const many = (count: number): BacklogItem[] =>
  Array.from({ length: count }, (_, i) => ({ ...(LEDGER_ITEMS[0] as BacklogItem), id: String(100 + i) }));

const make = (items = LEDGER_ITEMS, files: Readonly<Record<string, string>> = {}): LedgerWorld => {
  const world = ledgerWorld(items, { ".git/HEAD": "", ...files });
  for (const [name, text] of Object.entries(templateTexts)) world.templates.set(name, text);
  return world;
};
const idsOf = (world: LedgerWorld): string[] =>
  (JSON.parse(world.files.textOf(`${LEDGER}/.tool/backlog.json`) ?? "") as Backlog).items.map(({ id }) => id);
const lock = (world: LedgerWorld): void => {
  world.processes.plant(48213, "t1");
  const record = { pid: 48213, startedAt: "2026-11-20T22:04:11Z", processStartTime: "t1", token: "run" };
  world.files.plant({ [`${LEDGER}/.tool/.loop.lock`]: JSON.stringify(record) });
};

describe("backlog sweep", () => {
  test("the dry run: what would go, and the command that does it", async () => {
    const world = make();
    const before = world.files.tree(LEDGER);
    expect(await tool(world, [...SWEEP, "--dry-run"])).toEqual({
      code: 0,
      out: `3 done items would go to the archive: 001, 002, 003 to 2026-11.
6 items stay. Nothing was written.
→ tool backlog sweep --yes
`,
      err: "",
    });
    expect(world.files.tree(LEDGER)).toEqual(before);
  });

  test("one item, two months, an age", async () => {
    const [first, second] = LEDGER_ITEMS as [BacklogItem, BacklogItem];
    const old = { ...first, completedAt: "2026-10-01T00:00:00Z" };
    expect((await tool(make([old, second]), [...SWEEP, "--dry-run"])).out).toContain(
      "2 done items would go to the archive: 001 to 2026-10; 002 to 2026-11.\n0 items stay.",
    );
    expect((await tool(make([old, second]), [...SWEEP, "--dry-run", "--min-age-days", "7"])).out).toBe(
      `1 done item would go to the archive: 001 to 2026-10.
1 item stays. Nothing was written.
→ tool backlog sweep --min-age-days 7 --yes
`,
    );
  });

  test("without --yes the plan is printed, and nothing is asked", async () => {
    const world = make();
    expect(await tool(world, SWEEP)).toEqual({
      code: 2,
      out: "",
      err: `error[USAGE]: This would archive 3 done items, and needs --yes.
  001, 002, 003 to 2026-11. Nothing was written.
→ tool backlog sweep --yes
`,
    });
    expect(idsOf(world)).toHaveLength(9);
    expect((await tool(make([]), SWEEP)).code).toBe(2);
  });

  test("done, and once more", async () => {
    const world = make();
    expect((await tool(world, [...SWEEP, "--yes"])).out).toBe("✓ Archived 3 items  2026-11\n");
    expect(idsOf(world)).toEqual(["004", "005", "006", "007", "008", "009"]);
    expect(await tool(world, [...SWEEP, "--yes"])).toEqual({
      code: 0,
      out: "Nothing to archive: no item is done.\n",
      err: "",
    });
    expect((await tool(world, [...SWEEP, "--yes", "--min-age-days", "1"])).out).toBe(
      "Nothing to archive: no item has been done for a day.\n",
    );
  });

  test.each([["--dry-run"], ["--yes"]])("--json with %s", async (flag) => {
    const { out } = await tool(make(), [...SWEEP, flag, "--json"], pipe);
    expect(JSON.parse(out)).toEqual({ archivedCount: 3, archivedMonths: ["2026-11"] });
  });

  test("what an interrupted run left is named", async () => {
    const state = {
      status: "running",
      iteration: 1,
      maxIterations: 20,
      currentItem: "003",
      lastSignal: null,
    };
    const lists = {
      completedItems: [],
      blockedItems: [],
      deferredItems: [],
      baseCommitHash: null,
      error: null,
    };
    const times = { startedAt: "2026-11-20T22:00:00Z", updatedAt: "2026-11-20T22:00:00Z" };
    const world = make(LEDGER_ITEMS, {
      ".tool/state.json": JSON.stringify({ ...state, ...lists, ...times }),
    });
    const { out, err } = await tool(world, [...SWEEP, "--yes"]);
    expect(out).toBe("✓ Archived 2 items  2026-11\n");
    expect(err).toContain("warning: 003 stays: the run that finished it was interrupted.\n");
  });

  test.each([
    [[...SWEEP, "--yes"], "sweep"],
    [[...RESET, "--yes"], "backlog reset"],
    [[...ARCHIVE, "purge", "--yes"], "purge"],
  ])("%j under a live loop", async (line, then) => {
    const world = make(LEDGER_ITEMS, archive("2026-10", many(2)));
    lock(world);
    const before = world.files.tree(LEDGER);
    expect(await tool(world, line)).toEqual({
      code: 2,
      out: "",
      err: `error[LOCK_CONFLICT]: A loop is running in ledger-api.
  Process 48213 has held the lock since 23:04, for 31m. Nothing was changed.
→ tool follow          watch it
  touch .tool/CANCEL   stop it gracefully, then ${then}
`,
    });
    expect(world.files.tree(LEDGER)).toEqual(before);
  });

  test.each(["-1", "1.5", "x"])("--min-age-days %s is refused", async (days) => {
    expect((await tool(make(), [...SWEEP, `--min-age-days=${days}`, "--yes"])).err).toContain(
      `error[USAGE]: --min-age-days must be 0 or a whole number above it, not "${days}".\n  Nothing was written.`,
    );
  });
});

/** All of it in a commit. */
const committed = async (world: LedgerWorld): Promise<LedgerWorld> => {
  const repository = await world.git.repository(LEDGER);
  if (repository !== null) await world.git.commitAll(repository, "All");
  return world;
};

describe("backlog reset", () => {
  test("without --yes", async () => {
    const world = make();
    expect(await tool(world, RESET)).toEqual({
      code: 2,
      out: "",
      err: `error[USAGE]: This would reset the backlog, and needs --yes.
  3 done items would go to the archive. 1 item in progress would be pending.
  Nothing was written.
→ tool backlog reset --yes
`,
    });
    const { err } = await tool(world, [...RESET, "--clear", "--keep-log"]);
    expect(err).toContain("6 other items would be removed.\n  progress.md would start anew, ");
    expect(err).toContain("→ tool backlog reset --clear --keep-log --yes\n");
    expect(idsOf(world)).toHaveLength(9);
  });

  test("soft", async () => {
    const world = await committed(make());
    expect(await tool(world, [...RESET, "--yes"])).toEqual({
      code: 0,
      out: "✓ Reset the backlog  3 archived, 1 requeued\n",
      err: "",
    });
    expect((await tool(world, [...RESET, "--yes"])).out).toBe("✓ Reset the backlog\n");
  });

  test("--clear", async () => {
    const world = await committed(make(LEDGER_ITEMS, { ".tool/progress.md": "learned\n" }));
    expect((await tool(world, [...RESET, "--clear", "--yes"])).out).toBe(
      `✓ Reset the backlog  3 archived, 6 removed
  Kept as .tool/archive/20261120-223531-progress.md.
`,
    );
    expect(idsOf(world)).toEqual([]);
  });

  test("--json", async () => {
    expect(
      JSON.parse((await tool(await committed(make()), [...RESET, "--yes", "--json"], pipe)).out),
    ).toEqual({
      archivedCount: 3,
      archivedMonths: ["2026-11"],
      requeued: ["006"],
      recovered: [],
      removed: [],
      archivedFiles: [],
      stateCleared: false,
    });
  });
});

describe("backlog archive", () => {
  const full = { ...archive("2026-11", many(14)), ...archive("2026-10", many(31)) };

  test("list: newest first, numbers to the right", async () => {
    expect((await tool(make([], full), [...ARCHIVE, "list"])).out).toBe(
      "Month    Items\n2026-11     14\n2026-10     31\n",
    );
    expect(JSON.parse((await tool(make([], full), [...ARCHIVE, "list", "--json"])).out)).toEqual([
      { month: "2026-11", count: 14 },
      { month: "2026-10", count: 31 },
    ]);
  });

  test("list where there is nothing", async () => {
    expect((await tool(make(), [...ARCHIVE, "list"])).out).toBe("ledger-api has no archive yet.\n");
    expect(await tool(make(), [...ARCHIVE, "list"], pipe)).toEqual({ code: 0, out: "", err: "no months\n" });
    expect((await tool(make(), [...ARCHIVE, "list", "--json"])).out).toBe("[]\n");
  });

  test.each([[["2026-11"]], [[".", "2026-11"]], [[LEDGER, "2026-11"]]])("view %j", async (words) => {
    const world = make([], archive("2026-11", LEDGER_ITEMS.slice(0, 3)));
    expect((await tool(world, [...ARCHIVE, "view", ...words])).out).toBe(`2026-11  3 items

ID   Type      Pri  Done    Title
001  bug         1  Nov 20  Fix rounding in the daily totals
002  feature     1  Nov 20  Add CSV export for statements
003  refactor    2  Nov 20  Split the parser from the importer
`);
  });

  test("view in a pipe: the bare columns; with --json the month", async () => {
    const world = make([], archive("2026-11", LEDGER_ITEMS.slice(0, 1)));
    expect((await tool(world, [...ARCHIVE, "view", "2026-11"], pipe)).out).toBe(
      `ID   Type  Pri  Done                  Title
001  bug     1  2026-11-20T22:06:25Z  Fix rounding in the daily totals
`,
    );
    expect(JSON.parse((await tool(world, [...ARCHIVE, "view", "2026-11", "--json"])).out)).toEqual({
      month: "2026-11",
      items: LEDGER_ITEMS.slice(0, 1),
    });
  });

  test.each([
    [[], 'USAGE]: "tool backlog archive view" needs a month, YYYY-MM.'],
    [["2026-09"], "NOT_FOUND]: The archive has no items of 2026-09."],
    [["2026-13"], 'VALIDATION_ERROR]: A month is written YYYY-MM, not "2026-13".'],
    [["nowhere"], "TARGET_NOT_FOUND]: There is no folder ~/code/ledger-api/nowhere."],
    [["a", "b", "c"], 'USAGE]: "tool backlog archive view" takes a path and a month at most.'],
  ])("view %j is refused", async (words, sentence) => {
    const { code, out, err } = await tool(make([], full), [...ARCHIVE, "view", ...words]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`error[${sentence}\n`);
  });

  test("purge: without --yes, one month, what is left, nothing", async () => {
    const world = make([], full);
    expect(await tool(world, [...ARCHIVE, "purge", "--month", "2026-10"])).toEqual({
      code: 2,
      out: "",
      err: `error[USAGE]: This would delete 1 month, and needs --yes.
  31 items would be gone for good.
→ tool backlog archive purge --month 2026-10 --yes
`,
    });
    expect((await tool(make([], full), [...ARCHIVE, "purge", "--yes"])).out).toBe(
      "✓ Purged 2 months  45 items\n",
    );
    expect((await tool(world, [...ARCHIVE, "purge", "--month", "2026-10", "--yes"])).out).toBe(
      "✓ Purged 1 month  31 items\n",
    );
    expect((await tool(world, [...ARCHIVE, "purge", "--month", "2026-10", "--yes"])).out).toBe(
      "The archive has no items of 2026-10.\n",
    );
    const { out } = await tool(world, [...ARCHIVE, "purge", "--yes", "--json"]);
    expect(JSON.parse(out)).toEqual({ purgedCount: 14, purgedMonths: ["2026-11"] });
    expect((await tool(world, [...ARCHIVE, "purge", "--yes"])).out).toBe("The archive is empty.\n");
  });

  test("purge of what an item depends on", async () => {
    const world = make(LEDGER_ITEMS.slice(3, 4), archive("2026-11", LEDGER_ITEMS.slice(0, 3)));
    const { out, err } = await tool(world, [...ARCHIVE, "purge", "--yes"]);
    expect([out, err]).toEqual([
      "✓ Purged 1 month  3 items\n",
      "warning: 004 depends on what is deleted there.\n",
    ]);
  });

  test("what is offered next is offered for the same place", async () => {
    const world = make();
    const far = { cwd: "/home/user", now: LEDGER_NOW };
    expect((await tool(world, [...SWEEP, "code/ledger-api", "--dry-run"], far)).out).toContain(
      "→ tool backlog sweep code/ledger-api --yes\n",
    );
    expect((await tool(world, [...ARCHIVE, "view", "code/ledger-api", "2026-09"], far)).err).toContain(
      "→ tool backlog archive list code/ledger-api   see the months\n",
    );
  });
});
