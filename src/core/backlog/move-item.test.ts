import { expect, test } from "vitest";
import {
  blockItem,
  completeItem,
  promoteItem,
  requeueItem,
  revertDone,
  startItem,
} from "#core/backlog/move-item";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { sampleItem } from "../../../test/samples/sample-item.ts";

const NOW = "2026-11-21T06:00:00.000Z";
const plain = sampleItem("006");
const blocked = { status: "blocked", blockedReason: "needs NPM_TOKEN" } as const;
const asking = sampleItem("006", { ...blocked, needsHuman: true });
const deferred = sampleItem("006", { ...blocked, deferred: true });

const CASES: readonly (readonly [string, BacklogItem, BacklogItem])[] = [
  ["start", startItem(plain), { ...plain, status: "in_progress" }],
  ["start clears a former block", startItem(deferred), { ...plain, status: "in_progress" }],
  ["complete", completeItem(plain, NOW), { ...plain, status: "done", completedAt: NOW }],
  [
    "complete clears the answer and a block that somebody wrote meanwhile",
    completeItem({ ...asking, humanAnswer: "90 days" }, NOW),
    { ...plain, status: "done", completedAt: NOW },
  ],
  [
    "promote",
    promoteItem({ ...plain, humanAnswer: "x" }, NOW),
    { ...plain, status: "done", completedAt: NOW },
  ],
  ["block", blockItem(plain, { reason: "no key" }), { ...plain, status: "blocked", blockedReason: "no key" }],
  [
    "block with a question",
    blockItem(plain, { reason: "30 or 90?", needsHuman: true, deferred: false }),
    { ...plain, status: "blocked", blockedReason: "30 or 90?", needsHuman: true },
  ],
  [
    "defer",
    blockItem(plain, { reason: "no signal", needsHuman: false, deferred: true }),
    { ...plain, status: "blocked", blockedReason: "no signal", deferred: true },
  ],
  [
    "a block replaces the former one",
    blockItem(asking, { reason: "new" }),
    { ...plain, ...blocked, blockedReason: "new" },
  ],
  [
    "a block keeps the answer: the item isn't complete",
    blockItem({ ...plain, humanAnswer: "90 days" }, { reason: "x" }),
    { ...plain, status: "blocked", blockedReason: "x", humanAnswer: "90 days" },
  ],
  ["requeue", requeueItem({ ...plain, status: "in_progress" }), plain],
  ["requeue clears the block", requeueItem(deferred), plain],
  [
    "requeue with an answer",
    requeueItem(asking, { answer: "90 days" }),
    { ...plain, humanAnswer: "90 days" },
  ],
  [
    "requeue keeps an earlier answer",
    requeueItem({ ...plain, status: "in_progress", humanAnswer: "90 days" }),
    { ...plain, humanAnswer: "90 days" },
  ],
  ["revert", revertDone({ ...plain, status: "done", completedAt: NOW }), { ...plain, status: "in_progress" }],
];

test.each(CASES)("%s", (_, moved, expected) => {
  expect(moved).toStrictEqual(expected);
});

test("unknown fields of an item survive every move", () => {
  const item = { ...plain, owner: "mia" } as BacklogItem;
  const moves = [
    startItem(item),
    completeItem(item, NOW),
    blockItem(item, { reason: "x" }),
    requeueItem(item),
    revertDone(item),
  ];
  for (const moved of moves) expect(moved).toHaveProperty("owner", "mia");
});
