import { expect, test } from "vitest";
import type { KeyMode } from "#cli/watch/live/key-lines";
import { pressKey } from "#cli/watch/live/live-keys";

const CTRL_C = "\u0003";
const CTRL_Z = "\u001a";
const ESCAPE = "\u001b";

test.each<[KeyMode["kind"], string, KeyMode["kind"], string]>([
  ["watching", "q", "asking", "none"],
  ["watching", "Q", "asking", "none"],
  ["watching", "v", "watching", "details"],
  ["watching", "?", "help", "none"],
  ["watching", "y", "watching", "none"],
  ["watching", "\r", "watching", "none"],
  ["watching", CTRL_C, "watching", "interrupt"],
  ["watching", CTRL_Z, "watching", "suspend"],
  ["help", "?", "watching", "none"],
  ["help", "q", "asking", "none"],
  ["help", ESCAPE, "watching", "none"],
  ["asking", "y", "asking", "interrupt"],
  ["asking", "n", "watching", "none"],
  ["asking", "q", "watching", "none"],
  ["asking", ESCAPE, "watching", "none"],
  ["asking", "\r", "asking", "none"],
  ["asking", "v", "asking", "none"],
  ["asking", CTRL_C, "asking", "interrupt"],
  ["stopping", "q", "stopping", "none"],
  ["stopping", CTRL_C, "stopping", "interrupt"],
  ["stopping", CTRL_Z, "stopping", "suspend"],
  ["deaf", "q", "deaf", "none"],
])("%s, %j: %s, %s", (kind, key, next, deed) => {
  const mode = kind === "stopping" ? { kind, atOnce: false } : { kind };
  const step = pressKey(mode, key);
  expect([step.mode.kind, step.deed]).toEqual([next, deed]);
});
