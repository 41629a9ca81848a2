import { expect, test } from "vitest";
import { memoryHost } from "../fakes/memory-host.ts";
import { runRequest } from "#cli/commands/loop/run-request";
import { startBody } from "#cli/commands/loop/start-body";
import { commandAt } from "#cli/commands/table";
import { createContext } from "#cli/create-context";
import { earlyFlags } from "#cli/line/find-command";
import { parseLine } from "#cli/line/parse-line";
import { loopOptionsSchema } from "#contracts/schema/loop-options";
import type { Marker } from "#contracts/schema/marker";
import { startRequest } from "#server/run-request";

const MARKER = { options: { maxIterations: 99 } } as Marker;

const requestOf = (words: readonly string[]) => {
  const argv = ["loop", "run", "-d", ...words];
  const { args, options } = parseLine(argv, commandAt(["loop", "run"])!);
  const context = createContext(memoryHost(), earlyFlags(argv), {
    args,
    options,
    place: { path: null, backlog: null },
  });
  return runRequest(context);
};

test.each<string[]>([
  [],
  ["--retries", "0", "--timeout", "0.05", "--breaker", "7", "--no-sleep-on-limit"],
  ["--agent", "codex", "--model", "gpt-5"],
  ["--no-model", "--env", "A=1", "--env", "B=x=y"],
  ["--review", "--pause-on-needs-human", "--retry-blocked", "--suppress-iteration-review"],
  ["--review-only"],
  ["--create-branch", "night", "--seed-backlog", "--force"],
])("what a detached line asks for is what the server runs: %j", (...words) => {
  const asked = requestOf(words);
  const { backlogRoot, ...body } = startBody(asked, 12, "docs/backlog");
  expect(backlogRoot).toBe("docs/backlog");
  expect(loopOptionsSchema.parse(JSON.parse(JSON.stringify(body)))).toEqual(body);
  expect(startRequest(body, MARKER, "1.0.0")).toEqual({
    ...asked,
    maxIterations: 12,
    // Done already, and not to be refused again.
    createBranch: null,
    seedBacklog: false,
    force: true,
  });
});
