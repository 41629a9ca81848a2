import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composeBacklog } from "#core/init/compose-backlog";
import { parseJsonSeed } from "#core/init/parse-json-seed";
import { parseMarkdownSeed } from "#core/init/parse-markdown-seed";
import { ITEM_TYPES } from "#contracts/item-rules";
import { BACKLOG_SHAPE, fits } from "#contracts/shapes";
import { anyCharacter } from "../../../test/samples/any-character.ts";

const titles = (markdown: string): string[] => parseMarkdownSeed(markdown).map(({ title }) => title);

describe("tasks at the left margin are items", () => {
  const plan = [
    "# Ledger",
    "What it is for.",
    "## Import",
    "- [ ] [bug] Fix rounding in the totals",
    "  Amounts drift by a cent.",
    "",
    "  They are added as floats.",
    "  - totals are exact",
    "  - [ ] tests cover",
    "    negative amounts",
    "* [ ] **Add CSV export**",
    "- [x] Set up the repository",
    "  - done long ago",
    "Prose that belongs to nobody.",
    "  - nor this",
    "## Later",
    "1. [ ] Announce it",
    "+ [ ] [Chore] Clean up",
    "- an ordinary bullet",
  ].join("\n");

  test("in their order, with type, text, criteria, section and priority by position", () => {
    expect(parseMarkdownSeed(plan)).toEqual([
      {
        type: "bug",
        priority: 1,
        title: "Fix rounding in the totals",
        description: "Amounts drift by a cent.\n\nThey are added as floats.",
        acceptanceCriteria: ["totals are exact", "tests cover negative amounts"],
        notes: "Section: Ledger > Import",
      },
      {
        type: "feature",
        priority: 2,
        title: "Add CSV export",
        description: "",
        notes: "Section: Ledger > Import",
      },
      {
        type: "feature",
        priority: 3,
        title: "Announce it",
        description: "",
        notes: "Section: Ledger > Later",
      },
      { type: "chore", priority: 4, title: "Clean up", description: "", notes: "Section: Ledger > Later" },
    ]);
  });

  test.each([
    ["a byte order mark and Windows line ends", `\uFEFF${plan.replaceAll("\n", "\r\n")}`],
    ["old Mac line ends", plan.replaceAll("\n", "\r")],
    ["front matter and a comment", `---\ntitle: "- [ ] no"\n---\n<!--\n- [ ] no\n-->\n${plan}`],
  ])("the same with %s", (_, text) => {
    expect(parseMarkdownSeed(text)).toEqual(parseMarkdownSeed(plan));
  });

  test.each<[string, string[]]>([
    ["- [ ] a\n- [ ]\n- [ ]   \n- [ ] b", ["a", "b"]],
    ["- [bug] no box, but a type\n- [link](x) is none", ["no box, but a type"]],
    ["- [ ] [epic] not a type of ours", ["[epic] not a type of ours"]],
    ["```\n- [ ] in code\n```\n- [ ] real", ["real"]],
    ["  - [ ] indented\n- [ ] real", ["real"]],
    ["- [ ] a\u0007b \u202Ec", ["ab c"]],
    ["no items here", []],
    ["", []],
  ])("%j gives %j", (markdown, expected) => {
    expect(titles(markdown)).toEqual(expected);
  });

  test("code under a task is its description, as it stands", () => {
    const [item] = parseMarkdownSeed("- [ ] a\n  ```js\n  if (x) {\n    - y;\n  }\n  ```\n");
    expect(item?.description).toBe("```js\nif (x) {\n  - y;\n}\n```");
    expect(item?.acceptanceCriteria).toBeUndefined();
  });
});

describe("without tasks the deepest headings are items", () => {
  test("text is their description, bullets are their criteria", () => {
    const plan =
      "# Plan\nIntro.\n\n## [test] Cover the importer\nIt has none.\n\n- every format\n- [an error](x) is told\n\n## Announce ##\n";
    expect(parseMarkdownSeed(plan)).toEqual([
      {
        type: "test",
        priority: 1,
        title: "Cover the importer",
        description: "It has none.",
        acceptanceCriteria: ["every format", "[an error](x) is told"],
      },
      { type: "feature", priority: 2, title: "Announce", description: "" },
    ]);
  });

  test.each<[string, string[]]>([
    ["# A\n## B\n### C\n## D\n### E", ["C", "E"]],
    ["One\n===\n\nTwo\n---\ntext\n\nThree\n---", ["Two", "Three"]],
    ["# Only\n- a\n- b", ["Only"]],
    ["#nospace\n####### seven", []],
  ])("%j gives %j", (markdown, expected) => {
    expect(titles(markdown)).toEqual(expected);
  });
});

describe("any text at all", () => {
  const seeded = { seed: 20261121, numRuns: 300 };
  const shards = fc.constantFrom(
    ..."- [ ] |- [x] |* |# |## |### |[bug] |  |\t|```|~~~|---|===|<!--|-->|\n|\r\n|1. |a word|é|\u0000|日本".split(
      "|",
    ),
  );
  const messy = fc.oneof(
    fc.array(shards, { maxLength: 60 }).map((parts) => parts.join("")),
    fc.string({ unit: anyCharacter, maxLength: 200 }),
  );

  test("gives items that make a valid backlog, in one line each, the first ones first", () => {
    fc.assert(
      fc.property(messy, (markdown) => {
        const items = parseMarkdownSeed(markdown);
        const backlog = composeBacklog({ project: "p", description: "", items, verify: "" });
        expect(fits(BACKLOG_SHAPE, backlog)).toBe(true);
        expect(backlog.items.every(({ title }) => /^\S(?:[^\n\r]*\S)?$/u.test(title))).toBe(true);
        expect(items.map(({ priority }) => priority)).toEqual(items.map((_, at) => Math.min(at + 1, 4)));
      }),
      seeded,
    );
  });

  test("whatever its line ends are", () => {
    fc.assert(
      fc.property(messy, (markdown) => {
        const unix = markdown.replaceAll(/\r\n?/g, "\n");
        expect(parseMarkdownSeed(unix.replaceAll("\n", "\r\n"))).toEqual(parseMarkdownSeed(unix));
      }),
      seeded,
    );
  });

  const word = fc.stringMatching(/^[a-zA-Zäöü0-9]{1,8}$/);
  const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
  const planned = fc.record({
    type: fc.constantFrom(...ITEM_TYPES),
    title: line,
    description: fc.array(line, { maxLength: 3 }),
    criteria: fc.array(line, { maxLength: 3 }),
  });

  test("a plan that is written down is read back, as tasks and as headings", () => {
    fc.assert(
      fc.property(fc.array(planned, { minLength: 1, maxLength: 6 }), (plan) => {
        const tasks = plan.map(
          ({ type, title, description, criteria }) =>
            `- [ ] [${type}] ${title}\n${[...description, ...criteria.map((one) => `- ${one}`)].map((one) => `  ${one}\n`).join("")}`,
        );
        const headings = plan.map(
          ({ type, title, description, criteria }) =>
            `## [${type}] ${title}\n${[...description, ...criteria.map((one) => `- ${one}`)].map((one) => `${one}\n`).join("")}`,
        );
        const expected = plan.map(({ type, title, description, criteria }, at) => ({
          type,
          title,
          priority: Math.min(at + 1, 4),
          description: description.join("\n"),
          ...(criteria.length > 0 && { acceptanceCriteria: criteria }),
        }));
        expect(parseMarkdownSeed(tasks.join(""))).toEqual(expected);
        expect(parseMarkdownSeed(`# Plan\n\n${headings.join("\n")}`)).toEqual(expected);
      }),
      seeded,
    );
  });
});

describe("JSON", () => {
  test("takes a list, or a backlog of another project; what a runner owns is passed over", () => {
    const item = {
      id: "007",
      type: "bug",
      priority: 1,
      title: "A",
      status: "done",
      completedAt: "x",
      source: "review",
    };
    expect(parseJsonSeed([{ title: "B" }])).toEqual([{ type: "feature", priority: 1, title: "B" }]);
    expect(parseJsonSeed({ project: "p", items: [item] })).toEqual([
      { id: "007", type: "bug", priority: 1, title: "A" },
    ]);
  });

  test.each<[unknown, string]>([
    [7, "The seed holds no list of items."],
    [{ tasks: [] }, "The seed holds no list of items."],
    [["a"], "Item 1 is no object."],
    [[{ title: "a" }, {}], '"title" of item 2 is missing.'],
    [[{ title: "a", prio: 1 }], '"prio" of item 1 is no field of an item.'],
    [[{ title: "a", constructor: 1 }], '"constructor" of item 1 is no field of an item.'],
    [JSON.parse('[{ "title": "a", "__proto__": {} }]'), '"__proto__" of item 1 is no field of an item.'],
    [[{ title: 7 }], '"title" of item 1 has no value that an item can have.'],
    [[{ title: "a", priority: 9 }], "Item 1: Priority must be 1, 2, 3 or 4, not 9."],
    [[{ title: " " }], "Item 1: A title can't be empty."],
  ])("%j is refused: %s", (value, message) => {
    expect(() => parseJsonSeed(value)).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", message }),
    );
  });
});

describe("a first backlog", () => {
  const compose = (items: Parameters<typeof composeBacklog>[0]["items"]) =>
    composeBacklog({ project: "shop", description: "Sells", items, verify: "pytest" });
  const item = { type: "feature", priority: 2, title: "A" } as const;

  test("numbers its items, and their references follow", () => {
    const { items, ...rest } = compose([
      { ...item, id: "b", dependsOn: ["a"] },
      { ...item, id: "a" },
    ]);
    expect(items.map(({ id, dependsOn, status }) => [id, dependsOn, status])).toEqual([
      ["001", ["002"], "pending"],
      ["002", undefined, "pending"],
    ]);
    expect(items[0]?.acceptanceCriteria).toEqual(["pytest passes"]);
    expect(rest).toEqual({
      $schema: "./backlog.schema.json",
      schemaVersion: "1",
      project: "shop",
      description: "Sells",
    });
  });

  test.each([
    [[{ ...item, dependsOn: ["009"] }], "The seeded items can't be a backlog."],
    [
      [
        { ...item, id: "a", dependsOn: ["b"] },
        { ...item, id: "b", dependsOn: ["a"] },
      ],
      "The seeded items can't be a backlog.",
    ],
    [
      [
        { ...item, id: "a" },
        { ...item, id: "a" },
      ],
      "Two items of the seed have the id a.",
    ],
  ])("%j is refused", (items, message) => {
    expect(() => compose(items)).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR", message }));
  });
});
