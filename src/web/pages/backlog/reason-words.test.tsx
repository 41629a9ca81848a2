import { expect, test } from "vitest";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { shortReason } from "#web/pages/backlog/reason-words";
import { sampleItem } from "#web/pages/backlog/sample-item";

test.each<[string, Partial<BacklogItem>, string]>([
  [
    "a question is not cut: the panel has it",
    { needsHuman: true, blockedReason: "Which one? Tell me." },
    "has a question",
  ],
  [
    "the first clause",
    { blockedReason: "a fixture is missing: tests/a.sta is not in the tree" },
    "a fixture is missing",
  ],
  [
    "the first sentence",
    { blockedReason: "Needs v2.1 of the driver. It is not out." },
    "Needs v2.1 of the driver",
  ],
  [
    "before a stash is named",
    { blockedReason: 'timed out after 60 seconds; its work is in a stash, "x"' },
    "timed out after 60 seconds",
  ],
  ["lines are one", { blockedReason: "No\nnetwork\nhere" }, "No network here"],
  [
    "given up",
    { deferred: true, blockedReason: "no signal in 4 attempts: exit 1" },
    "gave up after 4 attempts",
  ],
  ["given up, once", { deferred: true, blockedReason: "no signal in 1 attempt" }, "gave up after 1 attempt"],
  ["given up without words", { deferred: true }, "gave up"],
  ["without words", {}, "no reason given"],
  ["an endless one", { blockedReason: "x".repeat(300) }, `${"x".repeat(80)}…`],
])("%s", (_, more, words) => {
  expect(shortReason(sampleItem("001", { status: "blocked", ...more }))).toBe(words);
});
