import { expect, it } from "vitest";
import { openWork } from "#core/backlog/open-work";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { sampleItem } from "../../../test/samples/sample-item.ts";

type Row = readonly [id: string, status: BacklogItem["status"], ...dependsOn: string[]];

it.each<[string, Row[], number, number]>([
  ["nothing", [], 0, 0],
  ["all done", [["001", "done"]], 0, 0],
  [
    "one of two",
    [
      ["001", "done"],
      ["002", "pending", "001"],
      ["003", "pending", "002"],
    ],
    1,
    0,
  ],
  ["an id that the archive may have", [["002", "pending", "001"]], 1, 0],
  [
    "behind a blocked one",
    [
      ["001", "blocked"],
      ["002", "pending", "001"],
      ["003", "pending", "002"],
    ],
    0,
    0,
  ],
  [
    "behind a running one",
    [
      ["001", "in_progress"],
      ["002", "pending", "001"],
    ],
    0,
    0,
  ],
  [
    "a cycle",
    [
      ["001", "pending", "002"],
      ["002", "pending", "001"],
      ["003", "pending", "002"],
    ],
    0,
    3,
  ],
  ["itself", [["001", "pending", "001"]], 0, 1],
  [
    "a cycle beside one that can start",
    [
      ["001", "pending", "001"],
      ["002", "pending"],
    ],
    1,
    0,
  ],
])("%s", (_, rows, ready, knotted) => {
  const items = rows.map(([id, status, ...dependsOn]) => sampleItem(id, { status, dependsOn }));
  expect(openWork(items)).toEqual({ ready, knotted });
});
