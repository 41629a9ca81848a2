import { expect, test } from "vitest";
import { leftBehindWords } from "#core/git/left-behind";

const [A, B, C, D] = ["1a2b3c4d5", "2b3c4d5e6", "3c4d5e6f7", "4d5e6f7a8"];

test.each([
  [{}, ""],
  [{ stash: "[tool] 001" }, '; its work is in a stash, "[tool] 001"'],
  [
    { stash: "[tool] 001", stays: [".tool/specs/plan.md"] },
    '; its work is in a stash, "[tool] 001", but for .tool/specs/plan.md, which stays in the tree',
  ],
  [{ stays: ["a", "b"] }, "; a, b stay in the tree"],
  [{ stays: ["a", "b", "c", "d"] }, "; a and 3 more stay in the tree"],
  [{ ownStash: A }, "; a stash of its own is 1a2b3c4"],
  [{ commits: [A] }, "; its commit 1a2b3c4 stays on the branch"],
  [{ commits: [A, B] }, "; its commits 1a2b3c4, 2b3c4d5 stay on the branch"],
  [
    { stash: "x", commits: [A, B, C, D] },
    '; its work is in a stash, "x"; its 4 commits, 1a2b3c4 to 4d5e6f7, stay on the branch',
  ],
])("%j", (left, words) => {
  expect(leftBehindWords({ stash: null, stays: [], commits: [], ownStash: null, ...left })).toBe(words);
});
