import { expect, test } from "vitest";
import { parseSignal } from "#core/agents/parse-signal";
import { fitDiff } from "#core/prompt/fit-diff";
import { reviewPrompt, type ReviewPromptInput } from "#core/prompt/review-prompt";
import { backlogPaths } from "#contracts/paths";
import { sampleItem } from "../../../test/samples/sample-item.ts";

const fileDiff = (name: string, added: number): string =>
  `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-old\n${"+new line\n".repeat(added)}`;

const prompt = (more: Partial<ReviewPromptInput> = {}): string =>
  reviewPrompt({
    instruction: "# How to review {{projectName}}\n",
    items: [sampleItem("001", { title: "Fix rounding", acceptanceCriteria: ["Half to even"] })],
    baseline: "3f2a1c9",
    diff: fileDiff("src/a.ts", 2),
    files: [],
    paths: backlogPaths("/code/ledger-api"),
    vars: { projectName: "ledger-api" },
    ...more,
  });

test("instruction, items with their criteria, the diff, the signals", () => {
  const text = prompt();
  const parts = [
    "# How to review ledger-api",
    "- 001 Fix rounding\n  - Half to even",
    "+new line",
    "Change nothing.",
    "TOOL_REVIEW",
  ];
  const places = parts.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(parseSignal(text).kind).toBe("none");
});

test.each([
  ["no baseline", { baseline: null }, "There is no diff: where the work began isn't known."],
  ["an empty diff", { diff: "" }, "`git diff 3f2a1c9 HEAD` is empty: nothing was changed."],
])("%s is said, never passed over", (_, more, sentence) => {
  expect(prompt(more)).toContain(sentence);
});

test("what is too large is named by file with its size, the rest is shown whole", () => {
  const text = prompt({ diff: fileDiff("big.ts", 20_000) + fileDiff("small.ts", 1) });
  expect(text).toContain("diff --git a/small.ts b/small.ts");
  expect(text).not.toContain("diff --git a/big.ts");
  expect(text).toContain("- big.ts: +20000 -1, 196 KiB");
  expect(text).toContain("`git diff 3f2a1c9 HEAD -- <file>`");
});

test.each([
  ["all fit", [1, 1], 10_000, ["f0", "f1"], 0],
  ["none fits", [50, 50], 100, [], 2],
  ["as many as possible", [500, 1, 1], 400, ["f1", "f2"], 1],
  ["nothing at all", [], 100, [], 0],
])("a diff in its budget: %s", (_, sizes, budget, shown, leftOut) => {
  const diff = sizes.map((added, index) => fileDiff(`f${index}`, added)).join("");
  const fitted = fitDiff(diff, budget);
  expect([...fitted.text.matchAll(/^diff --git a\/(\S+)/gm)].map((match) => match[1])).toEqual(shown);
  expect(fitted.leftOut).toHaveLength(leftOut);
});

test("a diff that fits is shown as it is", () => {
  const diff = fileDiff("b.ts", 3) + fileDiff("a.ts", 1);
  expect(fitDiff(diff, 10_000)).toEqual({ text: diff, leftOut: [] });
});

test("what was never read for its length is named by its counts, and what was read is not named twice", () => {
  const files = [
    { path: "b.ts", added: 1, removed: 1 },
    { path: "huge.ts", added: 900_000, removed: 3 },
    { path: "logo.png", added: null, removed: null },
  ];
  const diff = fileDiff("b.ts", 1);
  expect(fitDiff(diff, 10_000, files)).toEqual({
    text: diff,
    leftOut: ["huge.ts: +900000 -3", "logo.png: binary"],
  });
  const text = prompt({ diff: "", files: files.slice(1) });
  expect(text).toContain("- huge.ts: +900000 -3");
  expect(text).not.toContain("nothing was changed");
});
