import { describe, expect, it } from "vitest";
import { runCli } from "#cli/run-cli";
import { templateNames } from "#core/install/artifact-paths";
import { memoryHost, type MemoryHostFacts } from "../../../../test/fakes/memory-host.ts";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";
import { templateTexts } from "../../../../test/samples/template-texts.ts";

const cwd = "/home/ada/code";
const project = `${cwd}/ledger-api`;
const plan = "# Ledger\n- [ ] [bug] Mend\n- [ ] Build\n- [ ] Announce\n";

function world(files: Readonly<Record<string, string>> = {}, initialized = false): MemoryWorld {
  const made = createMemoryWorld({ topLevel: project, initialized });
  made.git.checkout("main");
  for (const name of templateNames) made.templates.set(name, templateTexts[name] ?? "");
  made.files.plant({ [`${cwd}/.keep`]: "" });
  made.files.plant(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${cwd}/${path}`, text])));
  return made;
}

const run = async (made: MemoryWorld, argv: readonly string[], facts: MemoryHostFacts = {}) => {
  const host = memoryHost({
    ports: made.runner(),
    cwd,
    columns: 100,
    env: { NO_COLOR: "1" },
    stdinTerminal: false,
    ...facts,
  });
  const exit = await runCli(argv, host);
  return { exit, out: host.out(), err: host.err(), lines: host.out().split("\n").slice(0, -1) };
};

describe("tool init", () => {
  it("says what it made, and what to type next", async () => {
    const made = world({ "plan.md": plan });
    const line = ["init", "ledger-api", "--stack", "python", "--seed", "plan.md"];
    const { exit, err, lines } = await run(made, line);
    expect([exit, err]).toEqual([0, ""]);
    const commit = made.git.log()[0]?.hash.slice(0, 7) ?? "";
    expect(lines).toEqual([
      "✓ Created ledger-api  ~/code/ledger-api · python · git, branch main",
      "",
      `  13 files, 3 items from plan.md, committed as ${commit}`,
      "  verify    pytest && ruff check . && ruff format --check .",
      "",
      "→ cd ledger-api",
      "  tool loop run --create-branch night",
    ]);
  });

  it("without items the next thing is to add one; in the folder itself there is no way to go", async () => {
    const { lines } = await run(world({ "ledger-api/LICENSE": "" }), ["init", "--test-cmd", "make test"], {
      cwd: project,
    });
    expect(lines.slice(2)).toEqual([
      expect.stringMatching(/^ {2}10 files, no items yet, committed as [0-9a-f]{7}$/) as string,
      "  verify    make test",
      "",
      '→ tool backlog add --type feature --title "<what to build>"',
      "  tool loop run --create-branch night",
    ]);
  });

  it("in a repository with commits, they and what to commit stay the person's", async () => {
    const made = world({ "ledger-api/README.md": "mine\n" }, true);
    await made.git.commitAll((await made.git.repository(project))!, "Mine");
    const { lines } = await run(made, ["init", "ledger-api", "--stack", "go"]);
    expect(lines.slice(2)).toEqual([
      "  11 files, no items yet, nothing committed yet",
      "  verify    go test ./... && go vet ./... && go build ./...",
      "",
      "→ cd ledger-api",
      '  git add -A && git commit -m "Start"',
      '  tool backlog add --type feature --title "<what to build>"',
      "  tool loop run --create-branch night",
    ]);
  });

  it("--json is the report, the commit and the items", async () => {
    const made = world({ "seed.json": '[{"title":"A"}]' });
    const line = [
      "init",
      "ledger-api",
      "--name",
      "Ledger",
      "--description",
      "Books",
      "--seed",
      "seed.json",
      "--json",
    ];
    const { exit, out } = await run(made, line);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      projectName: "Ledger",
      projectPath: project,
      commit: made.git.log()[0]?.hash,
      branch: "main",
      items: 1,
    });
    expect(JSON.parse(made.files.textOf(`${project}/.tool/backlog.json`) ?? "")).toMatchObject({
      project: "Ledger",
      description: "Books",
    });
  });

  it.each<[string[], Record<string, string>, string, string]>([
    [["--stack", "ruby"], {}, "VALIDATION_ERROR", 'There is no stack "ruby".'],
    [["--stack", "typescript"], {}, "VALIDATION_ERROR", 'There is no stack "typescript".'],
    [["--seed", "gone.md"], {}, "FILE_NOT_FOUND", "There is no file ~/code/gone.md."],
    [["--seed", "bad.json"], { "bad.json": "[\n{]" }, "INVALID_JSON", "bad.json is not valid JSON."],
    [["--seed", "bad.json"], { "bad.json": "[{}]" }, "VALIDATION_ERROR", '"title" of item 1 is missing.'],
    [["--name", " "], {}, "USAGE", '--name must be a name, not " ".'],
    [[], { "ledger-api/main.c": "" }, "CONFLICT", "ledger-api is not empty."],
    [["--bogus"], {}, "USAGE", '"tool init" has no option --bogus.'],
  ])("%j with %j is refused", async (flags, files, code, sentence) => {
    const made = world(files);
    const { exit, out, err } = await run(made, ["init", "ledger-api", ...flags]);
    expect([exit, out]).toEqual([2, ""]);
    expect(err.split("\n")[0]).toBe(`error[${code}]: ${sentence}`);
    expect(made.files.textOf(`${project}/.tool.json`)).toBeNull();
  });

  it("offers install for a folder that holds something, at that very place", async () => {
    const { err } = await run(world({ "ledger-api/main.c": "", "ledger-api/Makefile": "" }), [
      "init",
      "ledger-api",
    ]);
    expect(err.split("\n").slice(1)).toEqual([
      `  ${project} holds Makefile and 1 more. Nothing was written.`,
      "→ tool install ledger-api   set up what is there",
      "",
    ]);
  });
});
