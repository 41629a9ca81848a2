import { describe, expect, it } from "vitest";
import { runCli } from "#cli/run-cli";
import { memoryHost, type MemoryHostFacts } from "../../../../test/fakes/memory-host.ts";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";
import { templateTexts } from "../../../../test/samples/template-texts.ts";

const project = "/home/ada/code/ledger-api";
const NOV_12 = Date.UTC(2026, 10, 12, 20);

const world = (files: Readonly<Record<string, string>> = {}): MemoryWorld => {
  const made = createMemoryWorld({ topLevel: project, startMs: NOV_12 });
  made.git.checkout("main");
  plant(made, { "notes.md": "mine\n", ...files });
  for (const [name, text] of Object.entries(templateTexts)) made.templates.set(name, text);
  return made;
};

const plant = (made: MemoryWorld, files: Readonly<Record<string, string>>): void =>
  made.files.plant(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${project}/${name}`, text])),
  );

const run = async (made: MemoryWorld, argv: readonly string[], facts: MemoryHostFacts = {}) => {
  const host = memoryHost({ ports: made.runner(), stdinTerminal: false, env: { NO_COLOR: "1" }, ...facts });
  const code = await runCli(argv, host);
  return { code, out: host.out(), err: host.err() };
};

/** By 0.9.2, and changed since. */
const drifted = async (): Promise<MemoryWorld> => {
  const made = world({ "AGENTS.md": "# Mine\n" });
  await run(made, ["install", "--yes"], { version: "0.9.2" });
  await made.clock.advance(60_000);
  const text = (name: string): string => made.files.textOf(`${project}/${name}`) ?? "";
  const marker = JSON.parse(text(".tool.json")) as { artifactHashes: Record<string, string> };
  marker.artifactHashes[".tool/backlog.schema.json"] = made.runner().machine.sha256("{}");
  plant(made, {
    ".tool.json": JSON.stringify(marker),
    ".tool/backlog.schema.json": "{}",
    ".tool/REVIEW.md": "# Mine\n",
    "AGENTS.md": text("AGENTS.md").replace("## Backlog loop", "## Ours"),
    ".gitignore": text(".gitignore").replace("/.tool/DONE\n/.tool/CANCEL\n", ""),
  });
  return made;
};

describe("tool update", () => {
  it("--check says what is out of date, and exits with 1", async () => {
    const { code, out, err } = await run(await drifted(), ["update", "--check"]);
    expect([code, err]).toEqual([1, ""]);
    expect(out.split("\n")).toEqual([
      "ledger-api  installed by 0.9.2, this is 1.0.0",
      "",
      "  stale    .tool/backlog.schema.json   1.0.0 writes another",
      "  edited   AGENTS.md                   changed inside the marked block",
      "  missing  .gitignore                  2 lines",
      "  kept     .tool/REVIEW.md             yours since Nov 12; update leaves it",
      "  ok       5 files",
      "",
      "3 of 9 are out of date.",
      "",
      "→ tool update   mend them; only text inside our blocks is replaced",
      "",
    ]);
  });

  it("does what --dry-run says, then has nothing to do", async () => {
    const made = await drifted();
    const before = made.files.tree(project);
    const dry = await run(made, ["update", "--dry-run"]);
    expect(dry.code).toBe(0);
    expect(dry.out).toContain("\nNothing was written.\n");
    expect(made.files.tree(project)).toEqual(before);
    const rows = (text: string): string[] =>
      text.split("\n").filter((line) => line.startsWith("  ") && /\.(md|json|gitignore)\b/.test(line));

    const { code, out, err } = await run(made, ["update"]);
    expect([code, err]).toEqual([0, ""]);
    expect(rows(out)).toEqual(rows(dry.out));
    expect(out.split("\n")).toEqual([
      "✓ Updated ledger-api  from 0.9.2 to 1.0.0",
      "",
      "  updated  .tool.json                  by 1.0.0",
      "  kept     .tool/REVIEW.md             yours; left as it is",
      "  updated  .tool/backlog.schema.json",
      "  updated  AGENTS.md                   a marked block",
      "  merged   .gitignore                  2 lines",
      "",
      '→ git add -A && git commit -m "Update tool"',
      "",
    ]);
    const again = await run(made, ["update", "--check"]);
    expect([again.code, again.out]).toEqual([
      0,
      "✓ ledger-api is up to date  1.0.0 · 9 files · .tool/REVIEW.md is yours\n",
    ]);
  });

  it("--check --json gives the plan with its diffs, update --json the report", async () => {
    const made = await drifted();
    const plan = await run(made, ["update", "--check", "--json"]);
    expect([plan.code, plan.err]).toEqual([1, ""]);
    expect(JSON.parse(plan.out)).toMatchObject({
      installedBy: "0.9.2",
      version: "1.0.0",
      stale: true,
      files: expect.arrayContaining([
        {
          file: "AGENTS.md",
          state: "edited",
          detail: expect.any(String),
          diff: expect.stringMatching(/\n-## Ours\n/),
        },
      ]),
    });
    const report = await run(made, ["update", "--json"]);
    expect(JSON.parse(report.out)).toMatchObject({ projectName: "ledger-api", projectPath: project });
  });

  it("leaves a backlog that is missing to git where the last commit has it", async () => {
    const made = world();
    await run(made, ["install", "--yes"]);
    const repository = await made.git.repository(project);
    if (repository !== null) await made.git.commitAll(repository, "Set up");
    await made.files.removeDir(`${project}/.tool`);
    const back = "git checkout HEAD -- .tool/backlog.json   back to the last commit, 0 items";
    const row = "  missing   .tool/backlog.json          the last commit has it; update leaves it";
    const check = await run(made, ["update", "--check"]);
    expect(check.code).toBe(1);
    expect(check.out.split("\n").slice(-5)).toEqual([
      "→ tool update",
      "    mend them; only text inside our blocks is replaced",
      "  git checkout HEAD -- .tool/backlog.json",
      "    back to the last commit, 0 items",
      "",
    ]);
    const { out } = await run(made, ["update"]);
    expect(out.split("\n").slice(0, 3)).toEqual(["✓ Updated ledger-api", "", row]);
    expect(out.endsWith(`\n\n→ ${back}\n`)).toBe(true);
    expect(made.files.textOf(`${project}/.tool/backlog.json`)).toBeNull();
    const again = {
      code: 0,
      err: "",
      out: `! ledger-api has no backlog  the last commit has it; update leaves it\n→ ${back}\n`,
    };
    expect(await run(made, ["update"])).toEqual(again);
    expect(await run(made, ["update", "--dry-run"])).toEqual(again);
    expect((await run(made, ["update", "--check"])).out).toContain(`\n1 of 9 is out of date.\n\n→ ${back}\n`);
  });

  it("fits into 40 columns", async () => {
    const { out } = await run(await drifted(), ["update", "--check"], { columns: 40 });
    expect(out.split("\n").filter((line) => line.length > 40)).toEqual([]);
  });

  it.each([
    [["update"], "NOT_INSTALLED"],
    [["update", "--check", "--dry-run"], "NOT_INSTALLED"],
    [["update", "--force"], "USAGE"],
  ])("%j in a folder that isn't set up is refused", async (argv, code) => {
    const refused = await run(world(), argv);
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(refused.err).toContain(`error[${code}]: `);
  });
});

describe("tool uninstall", () => {
  const lived = async (): Promise<MemoryWorld> => {
    const made = await drifted();
    plant(made, {
      ".gitignore": `dist\n\n${made.files.textOf(`${project}/.gitignore`) ?? ""}`,
      ".tool/backlog.json": JSON.stringify({ items: Array.from({ length: 9 }, () => ({})) }),
      ".tool/tool.log": "",
      ".tool/archive/2026-11.json": "{}",
    });
    return made;
  };
  const rows = [
    "  remove  .tool.json  .tool/TOOL.md  .tool/backlog.schema.json",
    "  remove  CLAUDE.md                   it holds nothing but our block",
    "  trim    AGENTS.md  .gitignore       only our block and lines go",
    "  keep    .tool/REVIEW.md             you changed it",
    "  keep    .tool/backlog.json (9 items)  progress.md  tool.log  archive/",
  ];

  it("without a terminal prints the plan and needs --yes", async () => {
    const made = await lived();
    const before = made.files.tree(project);
    const { code, out, err } = await run(made, ["uninstall"]);
    expect(code).toBe(2);
    expect(out.trimEnd().split("\n")).toEqual([
      "Uninstall from ledger-api",
      "",
      ...rows,
      "",
      "Commits stay. A later install finds the backlog again.",
    ]);
    expect(err.split("\n")).toEqual([
      "error[USAGE]: This would uninstall from ledger-api, and needs --yes.",
      "  Nothing was written.",
      "→ tool uninstall --yes",
      "",
    ]);
    expect(made.files.tree(project)).toEqual(before);
  });

  it("--yes says what it did", async () => {
    const { code, out, err } = await run(await lived(), ["uninstall", "--yes"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out.trimEnd().split("\n")).toEqual([
      "✓ Uninstalled from ledger-api  4 removed, 2 trimmed, 5 kept",
      "",
      ...rows,
    ]);
  });

  it("--no-keep-data takes the data, too; --json names them", async () => {
    const made = await lived();
    const { code, out } = await run(made, ["uninstall", "--yes", "--no-keep-data", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ kept: [], trimmed: ["AGENTS.md", ".gitignore"] });
    expect([...made.files.tree(project).keys()].filter((path) => path.includes(".tool"))).toEqual([]);
  });

  it.each([
    [["uninstall", "--yes", "--keep-data", "--no-keep-data"], "USAGE"],
    [["uninstall", "--yes"], "NOT_INSTALLED"],
  ])("%j is refused", async (argv, code) => {
    const { code: exit, err } = await run(world(), argv);
    expect(exit).toBe(2);
    expect(err).toContain(`error[${code}]: `);
  });
});

describe("tool migrate", () => {
  const legacy = () =>
    world({
      ".ralph.json": JSON.stringify({ ralph: true, version: "1", options: {} }),
      ".ralph/RALPH.md": "End with RALPH_DONE.\n",
      ".ralph/backlog.json": "{}",
      ".ralph/ralph.log": "",
      ".gitignore": ".ralph/state.json\n",
      "package.json": '{"scripts":\n{"night":"sh .ralph/run.sh"}}',
    });
  const rows = [
    "  renamed    .ralph/            .tool/",
    "  renamed    .ralph/RALPH.md    .tool/TOOL.md",
    "  renamed    .ralph/ralph.log   .tool/tool.log",
    "  rewritten  .ralph/RALPH.md    the names in it",
    "  renamed    .ralph.json        .tool.json",
    "  left       .gitignore         line 1 still says .ralph",
    "  left       package.json       line 2 still says .ralph",
  ];

  it("does what --dry-run says, and the second time there is nothing to do", async () => {
    const made = legacy();
    const before = made.files.tree(project);
    const dry = await run(made, ["migrate", "--dry-run", "--no-backup"]);
    expect([dry.code, dry.err]).toEqual([0, ""]);
    expect(dry.out.split("\n")).toEqual([
      "Migrate ledger-api  from ralph to tool",
      "",
      ...rows,
      "",
      "Nothing was written.",
      "",
      "→ tool migrate --no-backup",
      "",
    ]);
    expect(made.files.tree(project)).toEqual(before);

    const { code, out, err } = await run(made, ["migrate", "--no-backup"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n")).toEqual([
      "✓ Migrated ledger-api  from ralph to tool",
      "",
      ...rows,
      "",
      "→ tool update   bring the files up to date",
      '  git add -A && git commit -m "Migrate to tool"',
      "",
    ]);
    expect(made.files.textOf(`${project}/.tool/TOOL.md`)).toBe("End with TOOL_DONE.\n");
    const again = await run(made, ["migrate"]);
    expect(again.out).toMatch(/^Nothing to migrate in ledger-api: there is no legacy installation\.\n/);
  });

  it("keeps copies, and removes them on request", async () => {
    const made = legacy();
    await run(made, ["migrate"]);
    const copies = [...made.files.tree(`${project}/.tool`)].filter(([path]) => path.includes(".bak/"));
    expect(copies.find(([path]) => path.endsWith("files/.ralph/RALPH.md"))?.[1]).toBe(
      "End with RALPH_DONE.\n",
    );
    const { out } = await run(made, ["migrate", "--clean-backups"]);
    expect(out).toMatch(/^✓ Removed the backups\n/);
    expect([...made.files.tree(project).keys()].filter((path) => path.includes(".bak/"))).toEqual([]);
  });

  it("--json gives the report", async () => {
    const { out } = await run(legacy(), ["migrate", "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      path: project,
      dryRun: false,
      actions: expect.arrayContaining([{ action: "renamed", file: ".ralph.json", detail: ".tool.json" }]),
      left: [
        { file: ".gitignore", lines: [1] },
        { file: "package.json", lines: [2] },
      ],
    });
  });

  it("install points at it instead of starting beside", async () => {
    const made = legacy();
    for (const argv of [["install"], ["install", "--yes"]]) {
      const { code, out, err } = await run(made, argv);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain("→ tool migrate   convert it, with its backlog\n");
    }
  });

  it.each<[string, Record<string, string>, readonly string[], string]>([
    ["a live loop", { ".ralph/.loop.lock": '{"pid":100}' }, ["migrate"], "LOCK_CONFLICT"],
    ["both installations", { ".tool.json": "{}" }, ["migrate"], "CONFLICT"],
    ["a path and the home", {}, ["migrate", ".", "--global"], "USAGE"],
    ["a marker that is no JSON", { ".ralph.json": '{"ralph": true,,}' }, ["migrate"], "INVALID_JSON"],
  ])("%s is refused, with nothing written", async (_, files, argv, code) => {
    const made = legacy();
    plant(made, files);
    const before = made.files.tree("/");
    const refused = await run(made, argv);
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(refused.err).toContain(`error[${code}]: `);
    expect(made.files.tree("/")).toEqual(before);
  });
});
