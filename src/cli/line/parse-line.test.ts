import { describe, expect, test } from "vitest";
import { commandAt } from "#cli/commands/table";
import { earlyFlags, findCommand } from "#cli/line/find-command";
import { parseLine, type ParsedLine } from "#cli/line/parse-line";
import { ToolError } from "#contracts/error";

const parse = (...argv: string[]): ParsedLine => {
  const command = commandAt(findCommand(argv));
  if (!command) throw new Error("no command");
  return parseLine(argv, command);
};

const refusalOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const hints = (error.hints ?? []).map(({ command }) => `→ ${command}`);
    return [`${error.code}: ${error.message}`, error.reason ?? [], ...hints].flat().join("\n");
  }
  throw new Error("it was not refused");
};

describe("the command", () => {
  test.each([
    [
      ["loop", "run"],
      ["loop", "run"],
    ],
    [
      ["--json", "loop", "--quiet", "run", "."],
      ["loop", "run"],
    ],
    [["--root", "loop", "status", "status"], ["status"]],
    [["--root=loop", "status"], ["status"]],
    [["backlog"], ["backlog"]],
    [[], []],
    [["--", "status"], []],
  ])("%j is %j", (argv, path) => {
    expect(findCommand(argv)).toEqual(path);
  });

  test.each([
    [
      ["stauts"],
      'USAGE: There is no command "stauts".\nDid you mean "status"?\n→ tool status\n→ tool --help',
    ],
    [
      ["validate"],
      'USAGE: There is no command "validate".\nDid you mean "backlog validate"?\n→ tool backlog validate\n→ tool --help',
    ],
    [["show"], 'USAGE: There is no command "show".\n→ tool --help'],
    [["frobnicate"], 'USAGE: There is no command "frobnicate".\n→ tool --help'],
    [
      ["backlog", "lst"],
      'USAGE: There is no command "backlog lst".\nDid you mean "backlog list"?\n→ tool backlog list\n→ tool backlog --help',
    ],
  ])("%j is refused", (argv, words) => {
    expect(refusalOf(() => findCommand(argv))).toBe(words);
  });
});

describe("global flags", () => {
  test.each([
    [["--json", "status", "x"]],
    [["status", "--json", "x"]],
    [["status", "x", "--json"]],
    [["--json", "status", "x", "--json"]],
  ])("%j", (argv) => {
    const { args, options } = parse(...argv);
    expect(args).toEqual(["x"]);
    expect(options.flag("json")).toBe(true);
  });

  test("between the words of a command, with values in every form", () => {
    expect(parse("loop", "--root", "/a", "run", "-q").options.text("root")).toBe("/a");
    expect(parse("loop", "run", "--root=/a").options.text("root")).toBe("/a");
    expect(parse("--no-color", "backlog", "list").options.flag("no-color")).toBe(true);
  });

  test("found before anything else is looked at, but not behind --", () => {
    expect(earlyFlags(["loop", "run", "--bogus", "--help"]).help).toBe(true);
    expect(earlyFlags(["loop", "run", "-h"]).help).toBe(true);
    expect(earlyFlags(["backlog", "reset", "--yes", "-qh"])).toMatchObject({ help: true, quiet: true });
    expect(earlyFlags(["backlog", "add", "--title", "-quiet"])).toMatchObject({ help: false, quiet: false });
    expect(earlyFlags(["backlog", "show", "--", "--help"]).help).toBe(false);
    expect(earlyFlags(["loop", "run", "--ndjson"])).toMatchObject({ json: true, noColor: true });
  });
});

describe("values", () => {
  test("text, numbers and lists", () => {
    const { options } = parse(
      "backlog",
      "add",
      "--title",
      "-quick fix",
      "--type=bug",
      "--ac",
      "one",
      "--ac=two",
      "--notes",
      "",
    );
    expect(options.text("title")).toBe("-quick fix");
    expect(options.text("type")).toBe("bug");
    expect(options.list("ac")).toEqual(["one", "two"]);
    expect(options.text("notes")).toBe("");
    expect(options.text("description")).toBeNull();
    expect(options.flag("quiet")).toBe(false);
  });

  test("minutes may be fractions, retries may be none, --no-model is a switch", () => {
    const { options } = parse(
      "loop",
      "run",
      "--timeout",
      "0.05",
      "--retries",
      "0",
      "--iterations",
      "5",
      "--no-model",
    );
    expect([options.number("timeout"), options.number("retries"), options.number("iterations")]).toEqual([
      0.05, 0, 5,
    ]);
    expect(options.flag("no-model")).toBe(true);
    expect(options.text("model")).toBeNull();
  });

  test("what looks like an option is a value when it is joined with =, and a word after --", () => {
    expect(parse("backlog", "add", "--type", "bug", "--title=--json").options.text("title")).toBe("--json");
    expect(parse("backlog", "show", "--", "-x").args).toEqual(["-x"]);
  });
});

describe("refusals", () => {
  const help = (command: string): string => `→ tool help ${command}`;
  test.each([
    [
      ["loop", "run", "--iteration", "5"],
      `USAGE: "tool loop run" has no option --iteration.\nDid you mean --iterations? Nothing was started.\n${help("loop run")}`,
    ],
    [
      ["loop", "run", "-x"],
      `USAGE: "tool loop run" has no option -x.\nNothing was started.\n${help("loop run")}`,
    ],
    [["status", "--ac", "x"], `USAGE: "tool status" has no option --ac.\n${help("status")}`],
    ...["--constructor", "--__proto__", "--toString=1"].map((word): [string[], string] => [
      ["status", word],
      `USAGE: "tool status" has no option ${word.split("=")[0] ?? ""}.\n${help("status")}`,
    ]),
    [
      ["loop", "run", "--iterations"],
      `USAGE: --iterations needs a value.\nNothing was started.\n${help("loop run")}`,
    ],
    [
      ["backlog", "add", "--title", "--type", "bug"],
      `USAGE: --title needs a value.\nNothing was written.\n${help("backlog add")}`,
    ],
    [["status", "--root"], `USAGE: --root needs a value.\n${help("status")}`],
    [
      ["loop", "run", "--iterations", "0"],
      `USAGE: --iterations must be a whole number above 0, not "0".\nNothing was started.\n${help("loop run")}`,
    ],
    [["log", "--tail", "1e3"], `USAGE: --tail must be a whole number above 0, not "1e3".\n${help("log")}`],
    [
      ["loop", "run", "--timeout", "-1"],
      `USAGE: --timeout must be a number above 0, not "-1".\nNothing was started.\n${help("loop run")}`,
    ],
    [["log", "--tail", "1", "--tail", "2"], `USAGE: --tail was given twice.\n${help("log")}`],
    [["--root", "/a", "status", "--root", "/b"], `USAGE: --root was given twice.\n${help("status")}`],
    [
      ["loop", "run", "--model", "opus", "--no-model"],
      `USAGE: --model and --no-model exclude each other.\nNothing was started.\n${help("loop run")}`,
    ],
    [["status", "a", "b"], `USAGE: "tool status" takes one path at most.\n${help("status")}`],
    [["agents", "a"], `USAGE: "tool agents" takes no path or name.\n${help("agents")}`],
    [
      ["profile", "set", "a", "b", "c", "d"],
      `USAGE: "tool profile set" takes a path, a key and a value at most.\nNothing was changed.\n${help("profile set")}`,
    ],
    [
      ["backlog", "show", "a", "b", "c"],
      `USAGE: "tool backlog show" takes a path and an id at most.\n${help("backlog show")}`,
    ],
    [
      ["backlog", "add"],
      'USAGE: "tool backlog add" needs --title and --type.\n→ tool backlog add --type bug --title "<what is wrong>"',
    ],
    [
      ["backlog", "add", "--title", "x"],
      'USAGE: "tool backlog add" needs --type.\n→ tool backlog add --type bug --title "<what is wrong>"',
    ],
    [["status", "--json=yes"], `USAGE: --json takes no value.\n${help("status")}`],
  ])("%j", (argv, words) => {
    expect(refusalOf(() => parse(...argv))).toBe(words);
  });
});

describe("what isn't set in the shell that typed it", () => {
  test.each([
    [["status", ""], "USAGE: A path can't be empty.\n→ tool help status"],
    [["loop", "run", ""], "USAGE: A path can't be empty.\nNothing was started.\n→ tool help loop run"],
    [["backlog", "show", "", "001"], "USAGE: A path or an id can't be empty.\n→ tool help backlog show"],
    [
      ["backlog", "archive", "view", ""],
      "USAGE: A path or a month can't be empty.\n→ tool help backlog archive view",
    ],
    [["status", "--root", ""], 'USAGE: --root must be a folder, not "".\n→ tool help status'],
    [
      ["backlog", "list", "--backlog="],
      'USAGE: --backlog must be a folder, not "".\n→ tool help backlog list',
    ],
    [
      ["loop", "run", "--create-branch", " "],
      'USAGE: --create-branch must be a name, not " ".\nNothing was started.\n→ tool help loop run',
    ],
    [
      ["resume", "--model", ""],
      'USAGE: --model must be a name, not "".\nNothing was changed or started.\n→ tool help resume',
    ],
  ])("%j is refused", (argv, words) => {
    expect(refusalOf(() => parse(...argv))).toBe(words);
  });

  test("texts may be empty: that takes them away", () => {
    expect(parse("backlog", "edit", "001", "--notes", "", "--depends-on=").options.text("notes")).toBe("");
  });
});
