import { expect, test } from "vitest";
import { startsLoop } from "#cli/starts-loop";

test.each([
  ["loop run", true],
  ["loop run --json --iterations 3", true],
  ["loop run ../other", true],
  ["loop run --help", false],
  ["loop run 3 -h", false],
  ["loop run -d", false],
  ["loop run --detached", false],
  ["loop resume", false],
  ["loop", false],
  ["--json loop run", false],
  ["status", false],
  ["", false],
])("%s: %s", (line, starts) => expect(startsLoop(line.split(" "))).toBe(starts));
