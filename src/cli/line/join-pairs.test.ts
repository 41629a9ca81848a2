import { describe, expect, it } from "vitest";
import type { CommandSpec } from "#cli/commands/command-spec";
import { joinPairs, splitPair } from "#cli/line/join-pairs";

const command = {
  path: ["resume"],
  options: [{ flags: "--answer <id> <text>", about: "", group: "", repeatable: true }],
  untouched: "Nothing was started.",
} as unknown as CommandSpec;

describe("an option of two values", () => {
  const rows: readonly [
    why: string,
    argv: readonly string[],
    pairs: readonly (readonly [string, string])[],
    rest: readonly string[],
  ][] = [
    ["takes the next two words", ["resume", "--answer", "004", "90 days"], [["004", "90 days"]], ["resume"]],
    [
      "leaves the path alone",
      ["resume", "--answer", "004", "90 days", "~/code"],
      [["004", "90 days"]],
      ["resume", "~/code"],
    ],
    [
      "takes a text that looks like an option",
      ["--answer", "004", "--no, thanks"],
      [["004", "--no, thanks"]],
      [],
    ],
    ["may be attached", ["--answer=004", "x=y"], [["004", "x=y"]], []],
    [
      "comes as often as one likes",
      ["--answer", "1", "a", "--answer", "2", "b"],
      [
        ["1", "a"],
        ["2", "b"],
      ],
      [],
    ],
    ["is a plain word after --", ["--", "--answer", "x"], [], ["--", "--answer", "x"]],
  ];

  it.each(rows)("%s", (_why, argv, pairs, rest) => {
    const joined = joinPairs(argv, command);
    const given = joined.filter((token) => token.startsWith("--answer="));
    expect(given.map((token) => splitPair(token.slice("--answer=".length)))).toEqual(pairs);
    expect(joined.filter((token) => !token.startsWith("--answer="))).toEqual(rest);
  });

  it.each([[["--answer"]], [["--answer", "004"]]])("is refused when one is missing: %j", (argv) => {
    expect(() => joinPairs(argv, command)).toThrow(/--answer needs two values: <id> <text>/);
  });
});
