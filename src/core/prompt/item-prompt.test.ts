import { describe, expect, test } from "vitest";
import { parseSignal } from "#core/agents/parse-signal";
import { itemPrompt, type ItemPromptInput } from "#core/prompt/item-prompt";
import { lastLines } from "#core/prompt/last-lines";
import { utf8Length } from "#core/text/utf8-length";
import { backlogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { sampleItem, sampleItems } from "../../../test/samples/sample-item.ts";

const full = sampleItem("006", {
  title: "Accept foreign currencies",
  description: "First line.\n\n  <tags> & `code`, verbatim  \n",
  acceptanceCriteria: ["Rounds half to even", "{{verifyCommand}} passes"],
  notes: "The job runner lives in src/jobs.",
  specReferences: ["docs/money.md"],
  estimatedIterations: 2,
  dependsOn: ["002", "001", "099"],
  agentDelegation: { recommendedConcurrency: 3, strategy: "one a currency", subtasks: ["EUR", "JPY"] },
  humanAnswer: "Keep them 90 days.",
});
const items = [
  sampleItem("002", { status: "done", completedAt: "2026-11-20T00:00:00Z" }),
  full,
  sampleItem("007"),
];

const prompt = (more: Partial<ItemPromptInput> = {}, item: BacklogItem = full): string =>
  itemPrompt({
    instruction: "# How to work here\n\nRun {{verifyCommand}}.\n",
    item,
    backlog: { project: "p", description: "", items },
    archivedTitles: new Map([["001", "Fix rounding"]]),
    progress: "- 001: amounts are in cents\n",
    paths: backlogPaths("/code/ledger-api"),
    vars: { verifyCommand: "npm test" },
    ...more,
  });

test("everything is there, in the order of the spec", () => {
  const text = prompt();
  const parts = [
    "# How to work here\n\nRun npm test.",
    "/code/ledger-api/.tool/backlog.json",
    "# Your item: 006 Accept foreign currencies",
    full.description,
    "1. Rounds half to even\n2. npm test passes",
    "The job runner lives in src/jobs.",
    "- docs/money.md",
    "about 3",
    "one a currency",
    "- EUR\n- JPY",
    "- 002 Item 002: done\n- 001 Fix rounding: done, archived\n- 099: not in the backlog",
    "# Human's Answer to Your Previous Question\n\nKeep them 90 days.",
    "3 items: 1 done, 0 in progress, 2 pending, 0 blocked.",
    "- 007 pending, priority 2: Item 007",
    "- 001: amounts are in cents",
    "Work on item 006 only.",
    "TOOL_DONE",
  ];
  const places = parts.map((part) => text.lastIndexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text).toContain("It was estimated at about 2 sessions: a hint, not a limit.");
});

test("what an item doesn't have leaves no heading behind", () => {
  const text = prompt({ progress: " \n" }, sampleItem("007", { description: "" }));
  for (const word of [
    "Notes",
    "Read before",
    "parallel",
    "builds on",
    "Human's Answer",
    "<description>",
    "learned:",
    "<progress>",
    "estimated",
  ]) {
    expect(text).not.toContain(word);
  }
});

test("an item without criteria is told to go by its description", () => {
  expect(prompt({}, sampleItem("007", { acceptanceCriteria: [] }))).toContain("go by the description");
});

test("the markers of our block stay out of it", () => {
  const instruction = "<!-- tool:begin -->\r\nOurs.\n<!-- tool:end -->\n\nMine, with <!-- a comment -->.\n";
  expect(prompt({ instruction })).toMatch(/^Ours\.\n\nMine, with <!-- a comment -->\.\n\n# Where/);
});

test("an agent that echoes its prompt has said nothing", () => {
  expect(parseSignal(prompt()).kind).toBe("none");
});

test("variables are left alone where their values aren't known", () => {
  expect(prompt({ vars: {} })).toContain("2. {{verifyCommand}} passes");
});

describe("the backlog in the prompt", () => {
  const digest = (many: readonly BacklogItem[]): string[] => {
    const text = prompt({ backlog: { project: "p", description: "", items: many } });
    const start = text.indexOf("# The backlog\n\n") + "# The backlog\n\n".length;
    return text.slice(start, text.indexOf("\n\n#", start)).split("\n").slice(2);
  };

  test("200 lines at most, the rest is counted", () => {
    const lines = digest(sampleItems(450));
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe("and 250 more in /code/ledger-api/.tool/backlog.json, read only");
  });

  test("16 KiB at most, counted in bytes", () => {
    const lines = digest(sampleItems(190, () => ({ title: "日".repeat(150) })));
    const listed = lines.slice(0, -1);
    expect(utf8Length(listed.join("\n"))).toBeLessThanOrEqual(16 * 1024);
    expect(lines.at(-1)).toBe(
      `and ${190 - listed.length} more in /code/ledger-api/.tool/backlog.json, read only`,
    );
  });

  test("of the done ones the last ten by time, after what is left", () => {
    const many = sampleItems(30, (index) =>
      index < 25
        ? { status: "done", completedAt: new Date(Date.UTC(2026, 0, 30 - index)).toISOString() }
        : { status: index === 25 ? "in_progress" : "pending" },
    );
    const ids = digest(many).map((line) => line.slice(2, 5));
    const open = ["026", "027", "028", "029", "030"];
    expect(ids).toEqual([
      ...open,
      "010",
      "009",
      "008",
      "007",
      "006",
      "005",
      "004",
      "003",
      "002",
      "001",
      "d 1",
    ]);
  });

  test("a title of 10,000 characters or two lines takes one short line", () => {
    const [line] = digest([sampleItem("001", { title: `a\nb ${"x".repeat(10_000)}` })]);
    expect(line?.length).toBeLessThan(250);
    expect(line).toContain("a b x");
  });
});

describe("progress.md in the prompt", () => {
  test("its last 32 KiB in whole lines, and where the rest is", () => {
    const lines = Array.from({ length: 4000 }, (_, index) => `- ${index}: learned`);
    const text = prompt({ progress: lines.join("\n") });
    const shown = text.slice(text.indexOf("<progress>\n") + 11, text.indexOf("\n</progress>")).split("\n");
    expect(utf8Length(shown.join("\n"))).toBeLessThanOrEqual(32 * 1024);
    expect(shown).toEqual(lines.slice(-shown.length));
    expect(shown.length).toBeGreaterThan(1500);
    expect(text).toContain("Its last part; the whole is /code/ledger-api/.tool/progress.md.");
  });

  test.each([
    ["fits", "a\nb\n", 4, { text: "a\nb\n", cut: false }],
    ["whole lines", "aaa\nbbb\nccc\n", 9, { text: "bbb\nccc\n", cut: true }],
    ["bytes, not characters", "ää\néé\n", 6, { text: "éé\n", cut: true }],
    ["a single long line", "abcdefghi", 6, { text: "hi", cut: true }],
    ["no half of a character", "xxxx🎉🎉", 7, { text: "🎉", cut: true }],
  ])("the last lines: %s", (_, text, budget, expected) => {
    expect(lastLines(text, budget)).toEqual(expected);
  });
});
