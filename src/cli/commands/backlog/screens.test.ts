import { describe, expect, test } from "vitest";
import { LEDGER, LEDGER_ITEMS, ledgerWorld, type LedgerWorld } from "../../../../test/fakes/ledger-api.ts";
import { runTool as tool } from "../../../../test/fakes/run-tool.ts";

const session = JSON.stringify({
  itemId: "006",
  startedAt: "2026-11-20T22:32:19Z",
  updatedAt: "2026-11-20T22:35:30Z",
  currentTool: null,
  recentTools: [],
  tokens: { input: 0, output: 0 },
  lastActivityAt: "2026-11-20T22:35:30Z",
  stuckWarning: false,
});
const night = (): LedgerWorld => ledgerWorld(LEDGER_ITEMS, { ".tool/iteration-status.json": session });

describe("backlog list", () => {
  test("80 columns", async () => {
    const { code, out } = await tool(night(), ["backlog", "list"]);
    expect(code).toBe(0);
    expect(`\n${out}`).toBe(`
ledger-api  9 items · 3 done · 3 blocked · 1 in progress · 2 pending

ID   Type      Pri  Status         Title
006  feature     2  ● in_progress  Accept entries in foreign currencies
008  test        3  ○ pending      Cover the importer with property tests
                                   after 006
009  chore       4  ○ pending      Announce the new client version
                                   after 005, which is blocked
004  feature     2  ? needs human  Choose the retention period for exports
                                   Keep exported files for 30 or 90 days? The s…
005  chore       2  ! blocked      Publish the client to the private registry
                                   needs NPM_TOKEN; there are no credentials in…
007  bug         3  » deferred     Stop the date test from failing at month ends
                                   no signal in 4 attempts; its work is in a st…
001  bug         1  ✓ done         Fix rounding in the daily totals
002  feature     1  ✓ done         Add CSV export for statements
003  refactor    2  ✓ done         Split the parser from the importer
`);
  });

  test("40 columns", async () => {
    const { out } = await tool(night(), ["backlog", "list"], { columns: 40 });
    expect(`\n${out}`).toBe(`
ledger-api  9 items · 3 done · 3 blocked

● 006 P2  Accept entries in foreign cur…
○ 008 P3  Cover the importer with prope…
○ 009 P4  Announce the new client versi…
? 004 P2  Choose the retention period f…
          Keep exported files for 30 or…
! 005 P2  Publish the client to the pri…
          needs NPM_TOKEN; there are no…
» 007 P3  Stop the date test from faili…
          no signal in 4 attempts; its…
✓ 001 P1  Fix rounding in the daily tot…
✓ 002 P1  Add CSV export for statements
✓ 003 P2  Split the parser from the imp…
`);
  });

  test("120 columns", async () => {
    const { out } = await tool(night(), ["backlog", "list"], { columns: 120 });
    expect(`\n${out.split("\n").slice(0, 8).join("\n")}`).toBe(`
ledger-api  9 items · 3 done · 3 blocked · 1 in progress · 2 pending

ID   Type      Pri  Status         Title                                          Waiting for
006  feature     2  ● in_progress  Accept entries in foreign currencies           running 3m 12s
008  test        3  ○ pending      Cover the importer with property tests         after 006
009  chore       4  ○ pending      Announce the new client version                after 005, which is blocked
004  feature     2  ? needs human  Choose the retention period for exports        Keep exported files for 30 or 90 days…
005  chore       2  ! blocked      Publish the client to the private registry     needs NPM_TOKEN; there are no credent…`);
  });

  test("a pipe gets the five columns, the statuses of the file, nothing cut", async () => {
    const { out } = await tool(night(), ["backlog", "list"], { terminal: false });
    expect(`\n${out.split("\n").slice(0, 5).join("\n")}`).toBe(`
ID   Type      Pri  Status       Title
006  feature     2  in_progress  Accept entries in foreign currencies
008  test        3  pending      Cover the importer with property tests
009  chore       4  pending      Announce the new client version
004  feature     2  blocked      Choose the retention period for exports`);
  });

  test("ASCII where the locale has nothing else", async () => {
    const { out } = await tool(night(), ["backlog", "list"], { env: { LANG: "C" } });
    expect(out).toContain("ledger-api  9 items, 3 done, 3 blocked, 1 in progress, 2 pending\n");
    expect(out).toContain(
      "007  bug         3  > deferred     Stop the date test from failing at month ends\n",
    );
    expect(out).toContain("Keep exported files for 30 or 90 days? The...\n");
    // oxlint-disable-next-line no-control-regex
    expect(out).toMatch(/^[\x00-\x7f]*$/);
  });

  test("the filter, and the file's own order with --json", async () => {
    const blocked = await tool(night(), ["backlog", "list", "--status", "blocked", "--json"]);
    expect(JSON.parse(blocked.out)).toEqual(LEDGER_ITEMS.filter(({ status }) => status === "blocked"));
    const { out } = await tool(night(), ["backlog", "list", "--type", "bugfix"]);
    expect(out).toBe("No item of ledger-api matches.\n");
    const wrong = await tool(night(), ["backlog", "list", "--status", "open"]);
    expect(wrong).toMatchObject({
      code: 2,
      out: "",
      err: 'error[VALIDATION_ERROR]: Status must be pending, in_progress, done or blocked,\n  not "open".\n',
    });
  });

  test("an empty backlog says what to do, on a pipe only on stderr", async () => {
    expect(await tool(ledgerWorld([]), ["backlog", "list"])).toEqual({
      code: 0,
      out: 'ledger-api has no items yet.\n→ tool backlog add --type bug --title "<what is wrong>"\n',
      err: "",
    });
    expect(await tool(ledgerWorld([]), ["backlog", "list"], { terminal: false })).toEqual({
      code: 0,
      out: "",
      err: "no items\n",
    });
    expect((await tool(ledgerWorld([]), ["backlog", "list", "--json"])).out).toBe("[]\n");
  });

  test("no title can steer the terminal or break the table", async () => {
    const nasty = {
      ...LEDGER_ITEMS[4],
      title: "a\u001b[31m\u202eb\nc",
      blockedReason: "x\u0007\ny",
    } as (typeof LEDGER_ITEMS)[number];
    const { out } = await tool(ledgerWorld([nasty]), ["backlog", "list"]);
    expect(out).toContain("005  chore    2  ! blocked  ab c\n                            x y\n");
  });

  test("more items than a call takes arguments", async () => {
    const [item] = LEDGER_ITEMS;
    const many = Array.from({ length: 130_000 }, (_, n) => ({ ...item, id: String(n + 1).padStart(3, "0") }));
    const world = ledgerWorld(many as unknown as typeof LEDGER_ITEMS);
    const { code, out } = await tool(world, ["backlog", "list"], { columns: 120 });
    expect([code, out.trimEnd().split("\n").length]).toEqual([0, 130_003]);
  });

  test("10,000 characters and CJK are cut by what they take", async () => {
    const long = { ...LEDGER_ITEMS[0], title: "日本語".repeat(4000) } as (typeof LEDGER_ITEMS)[number];
    for (const columns of [40, 80, 120]) {
      const { out } = await tool(ledgerWorld([long]), ["backlog", "list"], { columns });
      expect(out).toContain("…");
      expect(out.length).toBeLessThan(400);
    }
  });
});

describe("backlog show", () => {
  test("in full", async () => {
    const { code, out } = await tool(night(), ["backlog", "show", "004"]);
    expect(code).toBe(0);
    expect(`\n${out}`).toBe(`
004  Choose the retention period for exports                       ? needs human
feature · priority 2 · source human · model opus · about 2 iterations

Asks
  Keep exported files for 30 or 90 days? The spec says both.

Description
  Exports pile up in storage. Delete them every night after a fixed period, and
  log how many went.

Acceptance criteria
  1. The nightly job deletes exports older than the period
  2. pnpm test && pnpm typecheck && pnpm lint && pnpm build passes  auto

Depends on  ✓ 002 Add CSV export for statements
Read        docs/exports.md
Notes       The job runner lives in src/jobs.

→ tool resume --answer 004 "<your answer>"   answer, and go on
`);
  });

  test("an id may be given short; a path may stand before it", async () => {
    const world = night();
    expect((await tool(world, ["backlog", "show", "5", "--json"])).out).toContain('"id": "005"');
    const other = await tool(world, ["backlog", "show", "ledger-api", "005"], { cwd: "/home/user/code" });
    expect(other.out).toContain("\n→ tool backlog unblock ledger-api 005   once it can be done\n");
  });

  test("what isn't there", async () => {
    const world = night();
    world.files.plant({
      [`${LEDGER}/.tool/archive/2026-10.json`]: JSON.stringify({
        month: "2026-10",
        items: [{ ...LEDGER_ITEMS[0], id: "010" }],
      }),
    });
    expect(await tool(world, ["backlog", "show", "042"])).toEqual({
      code: 2,
      out: "",
      err: "error[NOT_FOUND]: There is no item 042.\n  The highest id is 010, the archive included.\n→ tool backlog list\n",
    });
    expect((await tool(world, ["backlog", "show", "010"])).err).toContain(
      "010 is in the archive: Fix rounding",
    );
    expect((await tool(world, ["backlog", "show"])).err).toBe(
      'error[USAGE]: "tool backlog show" needs the id of an item.\n→ tool backlog list   see the items\n',
    );
  });
});

test.each([
  [{}, "tool backlog unblock '5;id'   once it can be done"],
  [{ needsHuman: true }, "tool resume --answer '5;id' \"<your answer>\"   answer, and go on"],
])("what is offered for an id of another making is safe to paste", async (block, offer) => {
  const item = {
    ...LEDGER_ITEMS[4],
    id: "5;id",
    status: "blocked",
    ...block,
    needsHuman: "needsHuman" in block,
  };
  const { out } = await tool(ledgerWorld([item] as typeof LEDGER_ITEMS), ["backlog", "show", "5;id"]);
  expect(out).toContain(`→ ${offer}\n`);
});

describe("backlog validate", () => {
  test("valid", async () => {
    const { code, out } = await tool(ledgerWorld(LEDGER_ITEMS.slice(0, 3)), ["backlog", "validate"]);
    expect([code, out]).toEqual([0, "✓ .tool/backlog.json  valid, 3 items\n"]);
  });

  test("faults, with the way out of a cycle", async () => {
    const items = [
      ...LEDGER_ITEMS.filter(({ id }) => ["005", "006"].includes(id)).map((one) =>
        one.id === "006" ? { ...one, acceptanceCriteria: [] } : one,
      ),
      { ...LEDGER_ITEMS[7], dependsOn: ["009"] },
      { ...LEDGER_ITEMS[8], dependsOn: ["008", "005"] },
    ] as typeof LEDGER_ITEMS;
    const { code, out } = await tool(ledgerWorld(items), ["backlog", "validate"]);
    expect(code).toBe(1);
    expect(out.split("\n")[0]).toMatch(/^✗ \.tool\/backlog\.json {2}1 error, \d warnings? in 4 items$/);
    expect(out).toContain("  error    DEPENDENCY_CYCLE  008  008 waits for 009, and 009 for 008\n");
    expect(out).toContain("  warning  EMPTY_AC          006  No acceptance criteria\n");
    expect(out.endsWith("\n\n→ tool backlog edit 009 --depends-on 005   break the cycle\n")).toBe(true);
    const json = JSON.parse(
      (await tool(ledgerWorld(items), ["backlog", "validate", "--json"])).out,
    ) as unknown;
    expect(json).toMatchObject({
      valid: false,
      findings: expect.arrayContaining([
        {
          severity: "error",
          code: "DEPENDENCY_CYCLE",
          itemId: "008",
          message: "008 waits for 009, and 009 for 008",
          path: "items[2].dependsOn",
        },
      ]),
    });
  });

  test("no JSON is no finding", async () => {
    const world = ledgerWorld([], { ".tool/backlog.json": '{\n  "items": [\n    {}\n    {}\n  ]\n}' });
    const { code, out, err } = await tool(world, ["backlog", "validate"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe(
      "error[INVALID_JSON]: .tool/backlog.json is not valid JSON.\n  Line 4, column 5: a comma or ] is missing. Nothing was written.\n",
    );
  });
});
