import { describe, expect, test } from "vitest";
import { memoryHost, type MemoryHostFacts } from "../../../test/fakes/memory-host.ts";
import { itemRow, rightEdge, type ItemRow } from "#cli/render/grid/item-row";
import { hintLines } from "#cli/render/hints";
import { errorLines, headLine, message, warningLines } from "#cli/render/message";
import { createPen, type Pen } from "#cli/render/pen";
import { record } from "#cli/render/record";
import { screenOf } from "#cli/render/screen";
import { table } from "#cli/render/table";

const penOf = (facts: MemoryHostFacts = {}): Pen => {
  const host = memoryHost({ env: { NO_COLOR: "1", ...facts.env }, ...facts });
  return createPen(screenOf(host, host.stdout, { noColor: true }));
};
const wide = penOf();
const narrow = penOf({ columns: 40 });
const pipe = penOf({ terminal: false });
const ascii = penOf({ env: { LANG: "C" } });

describe("screenOf", () => {
  const facts = { columns: 120, fits: true, plain: false, colour: true, redraw: true, ascii: false };
  test.each<[string, MemoryHostFacts, object]>([
    ["a terminal", { columns: 120 }, facts],
    ["unknown width", { columns: null }, { ...facts, columns: 80 }],
    ["below 40", { columns: 20 }, { ...facts, columns: 40 }],
    ["NO_COLOR", { columns: 120, env: { NO_COLOR: "1" } }, { ...facts, colour: false }],
    ["NO_COLOR empty", { columns: 120, env: { NO_COLOR: "" } }, facts],
    [
      "TERM=dumb",
      { columns: 120, env: { TERM: "dumb" } },
      { ...facts, columns: 80, colour: false, redraw: false, ascii: true },
    ],
    ["TERM=linux", { columns: 120, env: { TERM: "linux" } }, { ...facts, ascii: true }],
    ["no UTF-8", { columns: 120, env: { LANG: "C" } }, { ...facts, ascii: true }],
    ["LC_ALL over LANG", { columns: 120, env: { LC_ALL: "C" } }, { ...facts, ascii: true }],
    [
      "a pipe",
      { terminal: false },
      { ...facts, columns: 80, fits: false, plain: true, colour: false, redraw: false },
    ],
    [
      "CI",
      { env: { CI: "true" } },
      { ...facts, columns: 80, fits: false, plain: true, colour: false, redraw: false },
    ],
    [
      "FORCE_COLOR in a pipe",
      { terminal: false, env: { FORCE_COLOR: "3" } },
      { ...facts, columns: 80, fits: false, plain: true, colour: false, redraw: false },
    ],
  ])("%s", (_, given, expected) => {
    const host = memoryHost(given);
    expect(screenOf(host, host.stdout, { noColor: false })).toEqual(expected);
  });
});

const items: readonly ItemRow[] = [
  { glyph: "done", id: "001", title: "Fix rounding in the daily totals", fact: "2m 14s", hash: "1f3a9c2" },
  { glyph: "retry", id: "003", title: "no signal after 6m 40s; attempt 2 of 4", says: "sentence" },
  {
    glyph: "asks",
    id: "004",
    title: "Choose the retention period for exports",
    fact: "needs human",
    under: ["Keep exported files for 30 or 90 days? The spec says both."],
  },
];
const rows = (pen: Pen): string =>
  items.flatMap((item) => itemRow(pen, item, rightEdge(pen, items))).join("\n");

describe("items on the grid", () => {
  test("80 columns", () => {
    expect(`\n${rows(wide)}`).toBe(`
✓ 001  Fix rounding in the daily totals                          2m 14s  1f3a9c2
↻ 003  no signal after 6m 40s; attempt 2 of 4
? 004  Choose the retention period for exports                       needs human
       Keep exported files for 30 or 90 days? The spec says both.`);
  });

  test("40 columns", () => {
    expect(`\n${rows(narrow)}`).toBe(`
✓ 001  Fix rounding in the dail…  2m 14s
↻ 003  no signal after 6m 40s; attempt 2
       of 4
? 004  Choose the retentio…  needs human
       Keep exported files for 30 or 90
       days? The spec says both.`);
  });

  test("the edge goes to 100 for a long title and no further", () => {
    const long: ItemRow = { glyph: "done", id: "001", title: "x".repeat(90), fact: "2m 14s" };
    expect(rightEdge(penOf({ columns: 200 }), [long])).toBe(100);
    expect(rightEdge(penOf({ columns: 90 }), [long])).toBe(90);
    expect(itemRow(penOf({ columns: 200 }), long)).toEqual([`✓ 001  ${"x".repeat(84)}…  2m 14s`]);
  });

  test("what belongs to an item takes three lines at most", () => {
    const under = itemRow(narrow, {
      glyph: "asks",
      id: "004",
      title: "t",
      under: ["word ".repeat(60).trim()],
    });
    expect(under).toHaveLength(4);
    expect(under.at(-1)).toMatch(/word…$/);
  });

  test("and so does a sentence in place of a title", () => {
    const rows = itemRow(narrow, {
      glyph: "blocked",
      id: "004",
      title: "word ".repeat(60).trim(),
      says: "sentence",
    });
    expect(rows).toHaveLength(3);
    expect(rows.at(-1)).toMatch(/word…$/);
  });
});

describe("hints", () => {
  const hints = [
    { command: "tool loop run --agent codex --no-model", purpose: "go on with another agent" },
    { command: "tool resume", purpose: "or wait until then" },
  ];

  test.each([70, 80])(
    "purposes stand beside the commands where all of them have room: %i columns",
    (columns) => {
      expect(hintLines(penOf({ columns }), hints)).toEqual([
        "→ tool loop run --agent codex --no-model   go on with another agent",
        "  tool resume                              or wait until then",
      ]);
    },
  );

  test("and below them where one has not", () => {
    expect(hintLines(penOf({ columns: 66 }), hints)).toEqual([
      "→ tool loop run --agent codex --no-model",
      "    go on with another agent",
      "  tool resume",
      "    or wait until then",
    ]);
  });
});

describe("messages", () => {
  test("head, title and facts in one line; facts go whole, then the title is cut", () => {
    const head = {
      glyph: "done",
      head: "Added 010",
      title: "Show balances per currency",
      facts: ["feature", "priority 2"],
    } as const;
    expect(headLine(wide, head)).toBe("✓ Added 010  Show balances per currency  feature · priority 2");
    expect(headLine(penOf({ columns: 50 }), head)).toBe("✓ Added 010  Show balances per currency  feature");
    expect(headLine(narrow, head)).toBe("✓ Added 010  Show balances per currency");
    expect(headLine(narrow, { ...head, title: "Show balances per currency and account" })).toBe(
      "✓ Added 010  Show balances per currency…",
    );
    expect(headLine(ascii, head)).toBe("+ Added 010  Show balances per currency  feature, priority 2");
  });

  test("a message with its reason and hints", () => {
    const lines = message(wide, {
      glyph: "done",
      head: "Loop started in ledger-api",
      facts: ["in the server", "branch night", "8 to do"],
      hints: [
        { command: "tool follow ~/code/ledger-api", purpose: "watch it" },
        { command: "tool loop stop ~/code/ledger-api", purpose: "stop it gracefully" },
      ],
    });
    expect(`\n${lines.join("\n")}`).toBe(`
✓ Loop started in ledger-api  in the server · branch night · 8 to do
→ tool follow ~/code/ledger-api      watch it
  tool loop stop ~/code/ledger-api   stop it gracefully`);
  });

  const stopped = {
    sentence: "A loop is running in ledger-api.",
    reason: "Process 48213 has held the lock since 23:04, for 31m. Nothing was changed.",
    hints: [
      { command: "tool follow", purpose: "watch it" },
      { command: "touch .tool/CANCEL", purpose: "stop it gracefully, then reset" },
    ],
  };

  test("an error", () => {
    expect(`\n${errorLines(wide, "LOCK_CONFLICT", stopped).join("\n")}`).toBe(`
error[LOCK_CONFLICT]: A loop is running in ledger-api.
  Process 48213 has held the lock since 23:04, for 31m. Nothing was changed.
→ tool follow          watch it
  touch .tool/CANCEL   stop it gracefully, then reset`);
  });

  test("an error where it is narrow: purposes on the next line", () => {
    expect(`\n${errorLines(narrow, "LOCK_CONFLICT", stopped).join("\n")}`).toBe(`
error[LOCK_CONFLICT]: A loop is running
  in ledger-api.
  Process 48213 has held the lock since
  23:04, for 31m. Nothing was changed.
→ tool follow
    watch it
  touch .tool/CANCEL
    stop it gracefully, then reset`);
  });

  test("other programs' words stand four spaces in, five lines of them", () => {
    const reason = ["pnpm test exited 1:", ...[1, 2, 3, 4, 5, 6].map((n) => `  line ${n}`)].join("\n");
    expect(errorLines(wide, "CONFLICT", { sentence: "It failed.", reason })).toEqual([
      "error[CONFLICT]: It failed.",
      "  pnpm test exited 1:",
      ...[1, 2, 3, 4, 5].map((n) => `    line ${n}`),
    ]);
  });

  test("a warning, in a pipe whole", () => {
    const sentence =
      "No acceptance criteria given; the default was set, which is the verify command of the profile:";
    expect(warningLines(pipe, { sentence, reason: "pnpm test passes" })).toEqual([
      `warning: ${sentence}`,
      "  pnpm test passes",
    ]);
  });

  test("only purposes make a column", () => {
    expect(
      hintLines(wide, [
        { command: "tool server start --port 5174" },
        { command: "tool config set port 5174", purpose: "for good" },
      ]),
    ).toEqual(["→ tool server start --port 5174", "  tool config set port 5174   for good"]);
  });

  test("colour: the word is red, the sentence bold, the arrow cyan, purposes dim", () => {
    const host = memoryHost();
    const coloured = createPen(screenOf(host, host.stdout, { noColor: false }));
    expect(
      errorLines(coloured, "CONFLICT", { sentence: "No.", hints: [{ command: "tool x", purpose: "why" }] }),
    ).toEqual([
      "\u001b[31merror\u001b[39m[CONFLICT]: \u001b[1mNo.\u001b[22m",
      "\u001b[36m→\u001b[39m \u001b[1mtool x\u001b[22m   \u001b[2mwhy\u001b[22m",
    ]);
  });
});

describe("what was typed or read", () => {
  test("can't steer the terminal from within an error", () => {
    const lines = errorLines(pipe, "NOT_FOUND", {
      sentence: "There is no a\u001b[31mb\u202e\nc.",
      reason: "x\u0007y\n  quo\u001b[2Jted",
      hints: [{ command: "tool status 'd\u001b[1me'" }],
    });
    expect(lines).toEqual([
      "error[NOT_FOUND]: There is no ab c.",
      "  xy",
      "    quoted",
      "→ tool status 'de'",
    ]);
  });
});

describe("tables and records", () => {
  const columns = [{ header: "Month" }, { header: "Items", align: "right" }] as const;

  test("numbers to the right, two spaces between, nothing is a dash", () => {
    const lines = table(
      pipe,
      [{ header: "Month" }, { header: "Items", align: "right" }, { header: "Note" }],
      [{ cells: ["2026-11", "14", ""] }, { cells: ["2026-10", "1,031", "much"] }],
    );
    expect(lines).toEqual(["Month    Items  Note", "2026-11     14  -", "2026-10  1,031  much"]);
  });

  test("the last column is cut at the edge, and what stands under it", () => {
    const row = {
      cells: ["006", "Accept entries in foreign currencies and more"],
      under: "after 005, which is blocked",
    };
    expect(table(narrow, [{ header: "ID" }, { header: "Title" }], [row])).toEqual([
      "ID   Title",
      "006  Accept entries in foreign currenci…",
      "     after 005, which is blocked",
    ]);
  });

  test("a last column without room goes, the rows stay", () => {
    const wideName = "x".repeat(33);
    expect(
      table(
        narrow,
        [{ header: "ID" }, { header: "Name" }, { header: "Detail" }],
        [{ cells: ["a", wideName, "d"] }],
      ),
    ).toEqual(["ID  Name", `a   ${wideName}`]);
  });

  test("paint doesn't count as width", () => {
    const paint = (text: string) => `\u001b[32m${text}\u001b[39m`;
    const [, line] = table(
      wide,
      [{ header: "A" }, { header: "B" }],
      [{ cells: [{ text: "yes", paint }, "x"] }],
    );
    expect(line).toBe("\u001b[32myes\u001b[39m  x");
  });

  test("10,000 rows take no time to speak of", () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ cells: [`2026-${i}`, `${i}`] }));
    const before = process.cpuUsage();
    expect(table(wide, columns, many)).toHaveLength(10_001);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
  });

  test("keys without a value take no room, lists stand one under the other", () => {
    expect(
      record(wide, [
        ["Last signal", null],
        ["Read", ["a", "b"]],
        ["Notes", []],
      ]),
    ).toEqual(["Read  a", "      b"]);
  });

  test("a record leaves out rows without a value and wraps under the value", () => {
    expect(
      record(
        narrow,
        [
          ["Item", "006  Accept"],
          ["Last signal", null],
          ["Reason", "3 failures in a row: Invalid API key"],
        ],
        "Last signal".length,
      ),
    ).toEqual([
      "Item         006  Accept",
      "Reason       3 failures in a row:",
      "             Invalid API key",
    ]);
  });
});
