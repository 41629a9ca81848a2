import { expect, test } from "vitest";
import { closestWord } from "#core/text/closest-word";

test.each([
  ["stauts", ["status", "follow", "log"], "status"],
  ["--iteration", ["--iterations", "--retries"], "--iterations"],
  ["claude", ["codex", "claude-cli"], "claude-cli"],
  ["LIST", ["list", "add"], "list"],
  ["lgo", ["log", "loop"], "log"],
  ["frobnicate", ["status", "follow"], null],
  ["x", ["log", "add"], null],
  ["", ["log"], null],
])("%j among %j means %j", (word, candidates, meant) => {
  expect(closestWord(word, candidates)).toBe(meant);
});
