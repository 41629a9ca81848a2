import { beforeEach, describe, expect, it } from "vitest";
import { runCli } from "#cli/run-cli";
import { templateNames } from "#core/install/artifact-paths";
import { memoryHost, type MemoryHostFacts } from "../../../../test/fakes/memory-host.ts";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";
import { templateTexts } from "../../../../test/samples/template-texts.ts";

const project = "/home/ada/code/ledger-api";
const manifest = (scripts: object): string => JSON.stringify({ packageManager: "pnpm@9.1.0", scripts });

let made: MemoryWorld;
const run = async (argv: readonly string[], facts: MemoryHostFacts = {}) => {
  const host = memoryHost({
    ports: made.runner(),
    env: { NO_COLOR: "1" },
    columns: 120,
    stdinTerminal: false,
    ...facts,
  });
  const exit = await runCli(argv, host);
  return { exit, out: host.out(), err: host.err() };
};
const read = (file: string): string => made.files.textOf(`${project}/${file}`) ?? "";
const stored = () =>
  (JSON.parse(read(".tool.json")) as { profile: { commands: Record<string, unknown> } }).profile;

beforeEach(async () => {
  made = createMemoryWorld({ topLevel: project });
  for (const name of templateNames) made.templates.set(name, templateTexts[name] ?? "");
  made.files.plant({
    [`${project}/package.json`]: manifest({ test: "vitest", build: "vite build" }),
    [`${project}/tsconfig.json`]: "{}",
    [`${project}/AGENTS.md`]: "# Mine\n",
  });
  await run(["install", "--yes"]);
});

describe("tool profile show", () => {
  it("shows what is stored, under the keys that set takes", async () => {
    expect((await run(["profile", "show"])).out.split("\n")).toEqual([
      "ledger-api",
      "",
      "stack           node-typescript",
      "packageManager  pnpm",
      "monorepo        no",
      "test            pnpm test",
      "typecheck       none",
      "lint            none",
      "build           pnpm build",
      "format          none",
      "verify          pnpm test && pnpm build",
      "",
    ]);
    expect(JSON.parse((await run(["profile", "show", "--json"])).out)).toEqual(stored());
  });
});

describe("tool profile detect", () => {
  it("shows what differs, and the commands that take it over", async () => {
    made.files.plant({ [`${project}/package.json`]: manifest({ test: "vitest", lint: "oxlint" }) });
    const before = read(".tool.json");
    const { exit, out } = await run(["profile", "detect"]);
    expect(exit).toBe(0);
    expect(out.split("\n")).toEqual([
      "ledger-api  2 differences",
      "",
      "        stored      detected",
      "lint    none        pnpm lint",
      "build   pnpm build  none",
      "",
      "Nothing was written.",
      '→ tool profile set lint "pnpm lint"',
      '  tool profile set build ""   switch it off',
      "",
    ]);
    expect(read(".tool.json")).toBe(before);
  });

  it("without a difference, one line", async () => {
    expect((await run(["profile", "detect"])).out).toBe("✓ Nothing differs  node-typescript, pnpm\n");
  });

  it("--json has both and the differences", async () => {
    made.files.plant({ [`${project}/package.json`]: manifest({}) });
    expect(JSON.parse((await run(["profile", "detect", "--json"])).out)).toMatchObject({
      stored: { verify: "pnpm test && pnpm build" },
      detected: { verify: "" },
      differences: [
        { key: "test", stored: "pnpm test", detected: null },
        { key: "build", stored: "pnpm build", detected: null },
      ],
    });
  });
});

describe("tool profile set", () => {
  it("stores the command, and what agents are told follows", async () => {
    const { exit, out, err } = await run(["profile", "set", "lint", "pnpm lint"]);
    expect([exit, err]).toEqual([0, ""]);
    expect(out).toBe("✓ Set lint  pnpm lint\n  verify is now pnpm test && pnpm lint && pnpm build\n");
    const verify = "pnpm test && pnpm lint && pnpm build";
    expect(stored()).toMatchObject({ commands: { lint: "pnpm lint" }, verify });
    for (const file of [".tool/TOOL.md", "AGENTS.md", "CLAUDE.md"])
      expect(read(file), file).toContain(`\`${verify}\``);
    expect(read("AGENTS.md")).toMatch(/^# Mine\n\n<!-- tool:begin -->/);
    expect((await run(["update", "--check"])).exit).toBe(0);
  });

  it("an empty command switches it off", async () => {
    expect((await run(["profile", "set", "build", ""])).out).toBe(
      "✓ Switched off build\n  verify is now pnpm test\n",
    );
    expect(stored().commands["build"]).toBeNull();
  });

  it.each([
    [["stack", "python"], { stack: "python" }],
    [["packageManager", "yarn"], { packageManager: "yarn" }],
    [["packageManager", ""], { packageManager: null }],
    [["monorepo", "true"], { monorepo: true }],
  ])("sets %j", async (words, expected) => {
    expect((await run(["profile", "set", ...words])).exit).toBe(0);
    expect(stored()).toMatchObject(expected);
  });

  it("what is so already is said in one line", async () => {
    expect((await run(["profile", "set", "test", "pnpm test"])).out).toBe("test is pnpm test already.\n");
    expect((await run(["profile", "set", "lint", ""])).out).toBe("lint is switched off already.\n");
  });

  it("takes a path before key and value", async () => {
    const { exit } = await run(["profile", "set", "ledger-api", "lint", "x"], { cwd: "/home/ada/code" });
    expect([exit, stored().commands["lint"]]).toEqual([0, "x"]);
  });

  it.each([
    [["tests", "x"], "VALIDATION_ERROR", 'The profile has no key "tests".'],
    [["monorepo", "maybe"], "VALIDATION_ERROR", 'monorepo must be true or false, not "maybe".'],
    [
      ["packageManager", "pip"],
      "VALIDATION_ERROR",
      'The package manager must be pnpm, npm, yarn or bun, not "pip".',
    ],
    [["test", "a\nb"], "VALIDATION_ERROR", "A command is one line, without control characters."],
    [["stack", " "], "VALIDATION_ERROR", "A stack is one line of text, such as python."],
    [["test"], "USAGE", '"tool profile set" needs a key and a value.'],
    [[], "USAGE", '"tool profile set" needs a key and a value.'],
  ])("refuses %j", async (words, code, sentence) => {
    const before = read(".tool.json");
    const { exit, err } = await run(["profile", "set", ...words]);
    expect([exit, err.split("\n")[0]]).toEqual([2, `error[${code}]: ${sentence}`]);
    expect(read(".tool.json")).toBe(before);
  });
});
