import { describe, expect, test } from "vitest";
import {
  LEDGER,
  LEDGER_ITEMS,
  LEDGER_NOW,
  ledgerWorld,
  VERIFY,
  type LedgerWorld,
} from "../../../../test/fakes/ledger-api.ts";
import { runTool as tool } from "../../../../test/fakes/run-tool.ts";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";

const FILE = `${LEDGER}/.tool/backlog.json`;
const stored = (world: LedgerWorld): Backlog => JSON.parse(world.files.textOf(FILE) ?? "") as Backlog;
const itemOf = (world: LedgerWorld, id: string): BacklogItem | undefined =>
  stored(world).items.find((item) => item.id === id);
const pipe = { terminal: false };
const ADD = ["backlog", "add", "--type", "feature", "--title", "Show balances per currency"];

/** A loop that is running, by a process that lives. */
const lock = (world: LedgerWorld, pid = 48213): void => {
  world.processes.plant(pid, "t1");
  const record = { pid, startedAt: "2026-11-20T22:04:11Z", processStartTime: "t1", token: "run" };
  world.files.plant({ [`${LEDGER}/.tool/.loop.lock`]: JSON.stringify(record) });
};

describe("backlog add", () => {
  test("as people see it, the warning on stderr", async () => {
    const world = ledgerWorld();
    expect(await tool(world, ADD)).toEqual({
      code: 0,
      out: "✓ Added 010  Show balances per currency  feature, priority 2\n",
      err: `warning: No acceptance criteria given; the default was set:
  pnpm test && pnpm typecheck && pnpm lint && pnpm build passes
→ tool backlog edit 010 --ac "<how to tell that it is done>"
`,
    });
    expect(itemOf(world, "010")).toEqual({
      id: "010",
      type: "feature",
      priority: 2,
      title: "Show balances per currency",
      description: "",
      acceptanceCriteria: [`${VERIFY} passes`],
      status: "pending",
      completedAt: null,
    });
  });

  test("in a pipe just the id", async () => {
    expect((await tool(ledgerWorld(), ADD, pipe)).out).toBe("010\n");
  });

  test("every field; the item itself with --json, nothing on stderr when criteria are given", async () => {
    const world = ledgerWorld();
    const words = [
      "--priority",
      "1",
      "--description",
      "d",
      "--notes",
      "n",
      "--depends-on",
      "002, 006,002",
      "--estimated-iterations",
      "3",
    ];
    const { out, err } = await tool(world, [...ADD, ...words, "--ac", "one", "--ac", "two", "--json"]);
    expect(err).toBe("");
    expect(JSON.parse(out)).toEqual(itemOf(world, "010"));
    expect(itemOf(world, "010")).toMatchObject({
      priority: 1,
      description: "d",
      notes: "n",
      dependsOn: ["002", "006"],
      estimatedIterations: 3,
      acceptanceCriteria: ["one", "two"],
    });
  });

  test("ids of the archive are never given again", async () => {
    const archive = JSON.stringify({ month: "2026-10", items: [{ ...LEDGER_ITEMS[0], id: "041" }] });
    const world = ledgerWorld(LEDGER_ITEMS, { ".tool/archive/2026-10.json": archive });
    expect((await tool(world, ADD, pipe)).out).toBe("042\n");
  });

  test("quiet: only the exit code; titles are taken as they are", async () => {
    const world = ledgerWorld();
    const title = `"$(rm -rf ~)" 'x' \\ 👩‍👩‍👧 -- ; ${"x".repeat(10_000)}`;
    expect(await tool(world, ["backlog", "add", "-q", "--type", "bug", "--title", title])).toEqual({
      code: 0,
      out: "",
      err: "",
    });
    expect(itemOf(world, "010")?.title).toBe(title);
  });

  test.each([
    [
      ["--priority", "high"],
      'Priority must be 1, 2, 3 or 4, not "high".',
      "1 is the highest; without --priority an item gets 2.",
    ],
    [
      ["--priority", "5"],
      "Priority must be 1, 2, 3 or 4, not 5.",
      "1 is the highest; without --priority an item gets 2.",
    ],
    [["--depends-on", "042"], "There is no item 042 to depend on.", "Nothing was written."],
    [["--ac", ""], "An acceptance criterion can't be empty.", ""],
  ])("%j is refused and nothing is written", async (words, sentence, reason) => {
    const world = ledgerWorld();
    const before = world.files.textOf(FILE);
    const { code, out, err } = await tool(world, [...ADD, ...words]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`error[VALIDATION_ERROR]: ${sentence}\n${reason && `  ${reason}\n`}`);
    expect(world.files.textOf(FILE)).toBe(before);
  });
});

describe("backlog edit", () => {
  test("only what was given changes; unknown fields stay", async () => {
    const world = ledgerWorld([{ ...LEDGER_ITEMS[7], extra: { kept: true } } as BacklogItem]);
    const { out } = await tool(world, [
      "backlog",
      "edit",
      "008",
      "--priority",
      "1",
      "--notes",
      "new",
      "--depends-on",
      "",
    ]);
    expect(out).toBe("✓ Changed 008  priority, dependencies, notes\n");
    const { dependsOn: _gone, ...before } = LEDGER_ITEMS[7] as BacklogItem;
    expect(itemOf(world, "008")).toEqual({ ...before, extra: { kept: true }, priority: 1, notes: "new" });
  });

  test("status moves follow the table", async () => {
    const world = ledgerWorld();
    expect((await tool(world, ["backlog", "edit", "005", "--status", "pending"])).out).toBe(
      "✓ Changed 005  status\n",
    );
    expect(itemOf(world, "005")?.blockedReason).toBeUndefined();
    expect(await tool(world, ["backlog", "edit", "008", "--status", "done"])).toEqual({
      code: 2,
      out: "",
      err: "error[TRANSITION_INVALID]: 008 can't go from pending to done.\n  From pending it goes to in_progress or blocked; done comes with its commit.\n",
    });
  });

  test("ids may be given short, but nothing may wait for itself", async () => {
    const world = ledgerWorld();
    expect((await tool(world, ["backlog", "edit", "9", "--depends-on", "8,5"])).code).toBe(0);
    expect(itemOf(world, "009")?.dependsOn).toEqual(["008", "005"]);
    const before = world.files.textOf(FILE);
    expect(await tool(world, ["backlog", "edit", "006", "--depends-on", "001,9"])).toEqual({
      code: 2,
      out: "",
      err: "error[VALIDATION_ERROR]: 006 would wait for itself: 008 depends on it.\n  Nothing was written.\n",
    });
    expect(world.files.textOf(FILE)).toBe(before);
  });

  test("a cycle that was there before can be undone step by step", async () => {
    const knot = LEDGER_ITEMS.map((item) =>
      item.id === "006"
        ? { ...item, dependsOn: ["008", "009"] }
        : item.id === "009"
          ? { ...item, dependsOn: ["006"] }
          : item,
    );
    const world = ledgerWorld(knot);
    expect((await tool(world, ["backlog", "edit", "006", "--depends-on", "009"])).code).toBe(0);
    expect((await tool(world, ["backlog", "edit", "006", "--depends-on", ""])).code).toBe(0);
  });

  test("what is like that already is no change, and no options are no edit", async () => {
    const world = ledgerWorld();
    const before = world.files.textOf(FILE);
    expect((await tool(world, ["backlog", "edit", "005", "--priority", "2"])).out).toBe(
      "005 is like that already.\n",
    );
    expect((await tool(world, ["backlog", "edit", "005"])).code).toBe(2);
    expect(world.files.textOf(FILE)).toBe(before);
  });
});

describe("backlog delete", () => {
  test("needs --yes, says what would go", async () => {
    const world = ledgerWorld();
    expect(await tool(world, ["backlog", "delete", "007"])).toEqual({
      code: 2,
      out: "",
      err: "error[USAGE]: This would delete 007, and needs --yes.\n  Stop the date test from failing at month ends\n→ tool backlog delete 007 --yes\n",
    });
    expect(itemOf(world, "007")).toBeDefined();
  });

  test("goes, with a way back, and names what depended on it", async () => {
    const world = ledgerWorld();
    expect(await tool(world, ["backlog", "delete", "005", "--yes"])).toEqual({
      code: 0,
      out: "✓ Deleted 005  Publish the client to the private registry\n→ tool backlog restore --yes   bring it back\n",
      err: "warning: 009 depends on 005.\n",
    });
    expect(itemOf(world, "005")).toBeUndefined();
    expect(await tool(world, ["backlog", "restore"])).toEqual({
      code: 2,
      out: "",
      err: "error[USAGE]: This would put back the copy of just now, and needs --yes.\n  It has 9 items. The backlog of now becomes the copy.\n→ tool backlog restore --yes\n",
    });
    world.clock.jump(4 * 60_000);
    const later = { now: LEDGER_NOW + 4 * 60_000 + 5_000 };
    expect((await tool(world, ["backlog", "restore", "--yes"], later)).out).toBe(
      "✓ Restored the backlog of 4m ago  9 items\n  The replaced text, 8 items, is the copy (.bak) now, until the next change.\n",
    );
    expect(itemOf(world, "005")).toEqual(LEDGER_ITEMS[4]);
  });

  test("the running item of a live loop is refused, and so is a restore", async () => {
    const world = ledgerWorld();
    lock(world);
    const held = `error[LOCK_CONFLICT]: A loop is running in ledger-api.
  Process 48213 has held the lock since 23:04, for 31m. Nothing was changed.
→ tool follow          watch it
  touch .tool/CANCEL   stop it gracefully, then `;
    expect((await tool(world, ["backlog", "delete", "006", "--yes"])).err).toBe(`${held}delete\n`);
    expect(await tool(world, ["backlog", "delete", "007", "--yes"])).toEqual({
      code: 0,
      out: "✓ Deleted 007  Stop the date test from failing at month ends\n",
      err: "",
    });
    expect((await tool(world, ["backlog", "restore", "--yes"])).err).toBe(`${held}restore\n`);
    expect((await tool(world, ["backlog", "unblock"])).err).toBe(`${held}unblock\n`);
  });

  test("a dead loop's lock holds nobody up", async () => {
    const world = ledgerWorld();
    lock(world);
    world.processes.kill(48213);
    expect((await tool(world, ["backlog", "delete", "006", "--yes"])).code).toBe(0);
  });
});

describe("backlog restore", () => {
  test("says what became of the text that it replaced, where there was one", async () => {
    const world = ledgerWorld();
    await tool(world, ["backlog", "edit", "005", "--priority", "3"]);
    world.files.plant({ [FILE]: "{" });
    expect((await tool(world, ["backlog", "restore", "--yes"])).out).toBe(
      "✓ Restored the backlog of just now  9 items\n  The replaced text, which can't be read, is the copy (.bak) now, until the next\n  change.\n",
    );
    await tool(world, ["backlog", "edit", "005", "--priority", "4"]);
    await world.files.remove(FILE);
    expect((await tool(world, ["backlog", "restore", "--yes"])).out).toBe(
      "✓ Restored the backlog of just now  9 items\n",
    );
  });

  test("nothing to go back to", async () => {
    const { code, err } = await tool(ledgerWorld(), ["backlog", "restore", "--yes"]);
    expect(code).toBe(2);
    expect(err).toContain("error[FILE_NOT_FOUND]: There is no .tool/backlog.json.bak to go back to.\n");
  });
});

describe("backlog unblock", () => {
  test("all, one, none", async () => {
    const world = ledgerWorld();
    expect((await tool(world, ["backlog", "unblock", "004"])).out).toBe("✓ 1 item is pending again: 004\n");
    expect((await tool(world, ["backlog", "unblock"])).out).toBe("✓ 2 items are pending again: 005, 007\n");
    expect((await tool(world, ["backlog", "unblock"])).out).toBe("Nothing is blocked.\n");
    expect((await tool(world, ["backlog", "unblock", "008"])).out).toBe("008 is not blocked.\n");
    expect(itemOf(world, "007")).toEqual({
      ...LEDGER_ITEMS[6],
      status: "pending",
      deferred: undefined,
      blockedReason: undefined,
    });
    expect(JSON.parse((await tool(world, ["backlog", "unblock", "--json"])).out)).toEqual({
      unblockedCount: 0,
      unblockedIds: [],
    });
  });
});

test("an id that two items have is refused by name: nobody can say which is meant", async () => {
  const twin = { ...LEDGER_ITEMS[3]!, title: "Of another branch" };
  const world = ledgerWorld([...LEDGER_ITEMS, twin]);
  const before = world.files.textOf(FILE);
  for (const argv of [
    ["show", "004"],
    ["show", "4"],
    ["edit", "004", "--priority", "1"],
    ["delete", "004"],
    ["delete", "004", "--yes"],
    ["unblock", "004"],
  ]) {
    expect(await tool(world, ["backlog", ...argv])).toEqual({
      code: 2,
      out: "",
      err: `error[CONFLICT]: Two items have the id 004: items[3] and items[9].
  Edit .tool/backlog.json: each needs an id of its own. Nothing was changed.
→ tool backlog validate   see whether that is all
`,
    });
  }
  expect(world.files.textOf(FILE)).toBe(before);
  expect((await tool(world, ["backlog", "show", "005"])).code).toBe(0);
});
