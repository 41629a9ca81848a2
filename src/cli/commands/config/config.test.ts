import { describe, expect, it } from "vitest";
import { runCli } from "#cli/run-cli";
import { memoryHost, type MemoryHostFacts } from "../../../../test/fakes/memory-host.ts";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";

const cwd = "/home/ada/code";

function world(config: string | null = null): MemoryWorld {
  const made = createMemoryWorld({ topLevel: cwd });
  made.files.plant({ [`${cwd}/x`]: "" });
  if (config !== null) made.files.plant({ [configFile(made)]: config });
  return made;
}

const configFile = (made: MemoryWorld): string => `${made.runner().machine.home}/.tool/config.json`;

const run = async (made: MemoryWorld, argv: readonly string[], facts: MemoryHostFacts = {}) => {
  const ports = made.runner();
  const host = memoryHost({
    ports,
    cwd,
    homeDir: ports.machine.home,
    columns: 120,
    env: { NO_COLOR: "1" },
    ...facts,
  });
  const exit = await runCli(argv, host);
  return { exit, out: host.out(), err: host.err() };
};

describe("tool config", () => {
  it("lists the settings, defaults where nothing is set", async () => {
    expect((await run(world(), ["config", "list"])).out.split("\n")).toEqual([
      "rootDirectory  not set",
      "port           5173",
      "theme          system",
      "",
    ]);
    expect(
      JSON.parse((await run(world('{"theme":"dark","own":1}'), ["config", "list", "--json"])).out),
    ).toEqual({
      port: 5173,
      theme: "dark",
      own: 1,
    });
  });

  it.each([
    ["port", "5174", "✓ Set port  5174\n", "5174\n"],
    ["theme", "dark", "✓ Set theme  dark\n", "dark\n"],
    ["rootDirectory", ".", `✓ Set rootDirectory  ${cwd}\n`, `${cwd}\n`],
    ["rootDirectory", "../code/", `✓ Set rootDirectory  ${cwd}\n`, `${cwd}\n`],
  ])("sets %s to %j, and gives it back", async (key, value, said, given) => {
    const made = world('{"own":1}');
    const set = await run(made, ["config", "set", key, value]);
    expect(set).toEqual({ exit: 0, out: said, err: "" });
    expect(await run(made, ["config", "get", key])).toEqual({ exit: 0, out: given, err: "" });
    expect(JSON.parse(made.files.textOf(configFile(made)) ?? "")).toMatchObject({ own: 1 });
  });

  it("takes a root that isn't there yet, with a warning, but no file", async () => {
    const made = world();
    const later = await run(made, ["config", "set", "rootDirectory", "later"]);
    expect([later.exit, later.err]).toEqual([0, `warning: There is no folder ${cwd}/later yet.\n`]);
    const file = await run(made, ["config", "set", "rootDirectory", "x"]);
    expect([file.exit, file.err.split("\n")[0]]).toEqual([
      2,
      "error[VALIDATION_ERROR]: x is a file, not a folder.",
    ]);
  });

  it.each([
    [["port", "0"], "The port must be a whole number from 1 to 65535, not 0."],
    [["port", "70000"], "The port must be a whole number from 1 to 65535, not 70000."],
    [["port", "abc"], 'The port must be a whole number from 1 to 65535, not "abc".'],
    [["port", "1.5"], 'The port must be a whole number from 1 to 65535, not "1.5".'],
    [["port", ""], 'The port must be a whole number from 1 to 65535, not "".'],
    [["theme", "blue"], 'The theme must be light, dark or system, not "blue".'],
    [["rootDirectory", ""], "The root directory can't be empty."],
    [["prot", "1"], 'There is no setting "prot".'],
  ])("set %j is refused, and nothing is written", async (words, sentence) => {
    const made = world('{"port":4000}');
    const { exit, out, err } = await run(made, ["config", "set", ...words]);
    expect([exit, out, err.split("\n")[0]]).toEqual([2, "", `error[VALIDATION_ERROR]: ${sentence}`]);
    expect(made.files.textOf(configFile(made))).toBe('{"port":4000}');
  });

  it.each([
    [["config", "set"], '"tool config set" needs a setting and its value.'],
    [["config", "set", "port"], '"tool config set" needs a setting and its value.'],
    [["config", "get"], '"tool config get" needs the name of a setting.'],
  ])("%j needs more words", async (line, sentence) => {
    const { exit, err } = await run(world(), line);
    expect([exit, err.split("\n")[0]]).toEqual([2, `error[USAGE]: ${sentence}`]);
  });

  it("get of what is not set exits 1, and prints no value", async () => {
    expect(await run(world(), ["config", "get", "rootDirectory"])).toEqual({
      exit: 1,
      out: "",
      err: "rootDirectory is not set\n",
    });
    expect(JSON.parse((await run(world(), ["config", "get", "rootDirectory", "--json"])).out)).toEqual({
      rootDirectory: null,
    });
  });

  it("a malformed file is an error, never overwritten", async () => {
    const made = world('{"port": }');
    const { exit, err } = await run(made, ["config", "set", "port", "5174"]);
    expect([exit, err]).toEqual([2, expect.stringContaining("error[INVALID_JSON]")]);
    expect(made.files.textOf(configFile(made))).toBe('{"port": }');
  });
});
