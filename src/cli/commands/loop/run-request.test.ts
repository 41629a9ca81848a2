import { describe, expect, test } from "vitest";
import { memoryHost } from "../../../../test/fakes/memory-host.ts";
import { againOptions, runRequest } from "#cli/commands/loop/run-request";
import { commandAt } from "#cli/commands/table";
import { createContext } from "#cli/create-context";
import type { CommandContext } from "#cli/context";
import { earlyFlags } from "#cli/line/find-command";
import { parseLine } from "#cli/line/parse-line";

const contextOf = (...words: readonly string[]): CommandContext => {
  const argv = ["loop", "run", ...words];
  const { args, options } = parseLine(argv, commandAt(["loop", "run"])!);
  return createContext(memoryHost(), earlyFlags(argv), {
    args,
    options,
    place: { path: null, backlog: null },
  });
};

describe("a request", () => {
  test("leaves open what the line doesn't say", () => {
    expect(runRequest(contextOf())).toMatchObject({
      maxIterations: null,
      maxRetries: null,
      model: null,
      ignoreItemModel: false,
      agent: null,
      sessionTimeoutMinutes: null,
      createBranch: null,
      circuitBreakerThreshold: null,
      childEnv: {},
      force: false,
      allowDirty: false,
      toolVersion: "1.0.0",
    });
  });

  test.each<[string[], object]>([
    [["--iterations", "5"], { maxIterations: 5 }],
    [["--retries", "0"], { maxRetries: 0 }],
    [["--timeout", "0.05"], { sessionTimeoutMinutes: 0.05 }],
    [["--breaker", "7"], { circuitBreakerThreshold: 7 }],
    [["--agent", "codex"], { agent: "codex" }],
    [["--model", "opus"], { model: "opus", ignoreItemModel: false }],
    [["--model", "none"], { model: null, ignoreItemModel: true }],
    [["--no-model"], { model: null, ignoreItemModel: true }],
    [["--create-branch", "night"], { createBranch: "night" }],
    [["--seed-backlog", "--force"], { seedBacklog: true, force: true }],
    [["--pause-on-needs-human", "--retry-blocked"], { pauseOnNeedsHuman: true, retryBlocked: true }],
    [["--suppress-iteration-review"], { suppressIterationReview: true }],
    [["--env", "A=1", "--env", "B=x=y", "--env", "C="], { childEnv: { A: "1", B: "x=y", C: "" } }],
  ])("%j", (words, expected) => {
    expect(runRequest(contextOf(...words))).toMatchObject(expected);
  });

  test.each(["A", "=1", ""])("--env %j is refused, and nothing was started", (pair) => {
    expect(() => runRequest(contextOf("--env", pair))).toThrow(
      expect.objectContaining({
        code: "USAGE",
        message: `--env must be KEY=VALUE, not "${pair}".`,
        reason: "Nothing was started.",
      }),
    );
  });
});

test.each([
  [[], []],
  [
    ["--iterations", "5", "--agent", "codex", "--no-model"],
    ["--agent", "codex", "--no-model"],
  ],
  [
    ["--model", "gpt 5"],
    ["--model", "'gpt 5'"],
  ],
])("the next run after %j needs %j", (words, again) => {
  expect(againOptions(contextOf(...words))).toEqual(again);
});
