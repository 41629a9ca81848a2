import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addItems, agentScript, makeRepo, repoAt, scratch, tool } from "./harness.ts";
import { toolOnTerminal } from "./terminal.ts";

const scripts = JSON.stringify({
  scripts: { test: "node --test", lint: "oxlint", format: "prettier --write ." },
});

const marker = (repo: { json(file: string): unknown }) =>
  repo.json(".tool.json") as { profile: { stack: string; verify: string }; options: object };

describe("a bare repository", () => {
  it.each([[["install"]], [["install", "--yes"]], [["install", "--yes", "--dry-run"]]])(
    "%j",
    async (line) => {
      const cwd = scratch("bare.git");
      execFileSync("git", ["init", "--quiet", "--bare"], { cwd });
      const { code, stdout, stderr } = await tool(line, { cwd });
      expect([code, stdout + stderr]).toEqual([2, expect.stringContaining("a bare git repository")]);
      expect(existsSync(join(cwd, ".tool.json"))).toBe(false);
    },
  );
});

describe("tool install --yes", () => {
  it("gives a project that the loop runs in, after the commands that it names", async () => {
    const repo = makeRepo({ "package.json": scripts, "AGENTS.md": "# Ours\n" });
    const { code, stdout, stderr } = await tool(["install", "--yes"], { cwd: repo.path });
    expect([code, stderr]).toEqual([0, ""]);
    expect(marker(repo).profile).toMatchObject({
      stack: "node-javascript",
      verify: "npm test && npm run lint",
    });
    expect(repo.read("AGENTS.md")).toMatch(/^# Ours\n\n<!-- tool:begin -->\n[^]+<!-- tool:end -->\n$/);

    const commands =
      stdout
        .split("\n→ ")[1]
        ?.split("\n")
        .map((line) => line.trim()) ?? [];
    expect(commands).toHaveLength(4);
    const [commit = "", add, run = ""] = commands;
    expect(add).toBe('tool backlog add --type feature --title "<what to build>"');
    execFileSync("sh", ["-c", commit], { cwd: repo.path, stdio: "pipe" });
    await addItems(repo, [["One"]]);
    const agent = agentScript("echo work > work.txt\necho TOOL_DONE");
    const { options, ...rest } = marker(repo);
    const chosen = { ...options, provider: "generic-cli", providerConfig: { binary: agent } };
    repo.write(".tool.json", JSON.stringify({ ...rest, options: chosen }));
    repo.git("commit", "--quiet", "-am", "Name the agent");
    const ran = await tool(run.split(" ").slice(1), { cwd: repo.path });
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(repo.subjects()).toEqual(["Start", "Set up tool", "Name the agent", "[tool] 001: One"]);
    expect(repo.git("branch", "--show-current")).toBe("night");
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  it("keeps what the runner writes out of git, and nothing else", async () => {
    const repo = makeRepo();
    await tool(["install", "--yes"], { cwd: repo.path });
    const ours = [
      "state.json",
      "tool.log",
      "events.ndjson",
      ".loop.lock",
      "DONE",
      "CANCEL",
      "backlog.json.bak",
    ];
    const paths = [...ours, "iteration-status.json", "agent.json", "archive/20261121-050000-events.ndjson"];
    const kept = ["backlog.json", "progress.md", "TOOL.md", "archive/2026-11.json"];
    const ignored = repo.git(
      "check-ignore",
      "--no-index",
      ...[...paths, ...kept].map((path) => `.tool/${path}`),
    );
    expect(ignored.split("\n")).toEqual(paths.map((path) => `.tool/${path}`));
  });

  it("--gitignore-scripts keeps the instruction files out, too", async () => {
    const repo = makeRepo();
    await tool(["install", "--yes", "--gitignore-scripts"], { cwd: repo.path });
    repo.git("add", "-A");
    const staged = repo.git("diff", "--cached", "--name-only").split("\n");
    expect(staged).toContain(".tool/backlog.json");
    expect(staged).not.toContain(".tool/TOOL.md");
  });

  it.each([
    [
      "python",
      { "pyproject.toml": "[tool.pytest.ini_options]\n[tool.ruff]\n" },
      "pytest && ruff check . && ruff format --check .",
    ],
    ["go", { "go.mod": "module x\n" }, "go test ./... && go vet ./... && go build ./..."],
    [
      "rust",
      { "Cargo.toml": "[package]\n" },
      "cargo test && cargo check && cargo clippy && cargo build && cargo fmt --check",
    ],
    ["unknown", {}, ""],
  ])("finds the commands of %s", async (stack, files, verify) => {
    const repo = makeRepo({ "notes.md": "", ...files });
    const { code } = await tool(["install", "--yes"], { cwd: repo.path });
    expect(code).toBe(0);
    expect(marker(repo).profile).toMatchObject({ stack, verify });
  });

  it("prints the report with --json, and nothing on stderr", async () => {
    const repo = makeRepo({ "go.mod": "module x\n" });
    const { code, stdout, stderr } = await tool(["install", "--yes", "--json"], { cwd: repo.path });
    expect([code, stderr]).toEqual([0, ""]);
    const report = JSON.parse(stdout) as { actions: { file: string }[]; projectPath: string };
    expect(report.projectPath).toBe(repo.path);
    expect(report.actions.every(({ file }) => repo.exists(file))).toBe(true);
  });

  it("works in a folder of a repository, and names the commands for it", async () => {
    const repo = makeRepo();
    mkdirSync(join(repo.path, "my app"));
    const { code, stdout } = await tool(["install", "my app", "--yes"], { cwd: repo.path });
    expect(code).toBe(0);
    expect(stdout).toContain(`→ cd 'my app' && git add -A && git commit -m "Set up tool"\n`);
    expect(repo.exists("my app/.tool/backlog.json")).toBe(true);
  });

  it("outside of git names what makes it a repository", async () => {
    const cwd = scratch("fresh");
    const { code, stdout } = await tool(["install", "--yes"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('→ git init && git add -A && git commit -m "Start"\n');
  });

  it("keeps a byte order mark and the line breaks of another system", async () => {
    const text = "\uFEFF# Ours\r\n\r\nRead this.";
    const repo = makeRepo({ "CLAUDE.md": text });
    await tool(["install", "--yes"], { cwd: repo.path });
    const after = repo.read("CLAUDE.md");
    expect(after.startsWith(`${text}\r\n\r\n<!-- tool:begin -->\r\n`)).toBe(true);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  });
});

describe("what is refused, with nothing written", () => {
  /** Code, sentence, and whether the tree is as it was. */
  const refusal = async (
    cwd: string,
  ): Promise<readonly [code: number | null, stdout: string, sentence: string, untouched: boolean]> => {
    const status = (): string => repoAt(cwd).git("status", "--porcelain", "--ignored");
    const before = status();
    const { code, stdout, stderr } = await tool(["install", "--yes"], { cwd });
    return [code, stdout, stderr.split("\n")[0] ?? "", status() === before];
  };

  it("a second installation", async () => {
    const repo = makeRepo();
    await tool(["install", "--yes"], { cwd: repo.path });
    expect(await refusal(repo.path)).toEqual([
      2,
      "",
      "error[ALREADY_INSTALLED]: project is already set up.",
      true,
    ]);
  });

  it("a link that leads out of the project", async () => {
    const theirs = join(scratch("elsewhere"), "AGENTS.md");
    writeFileSync(theirs, "theirs\n");
    const repo = makeRepo();
    symlinkSync(theirs, join(repo.path, "AGENTS.md"));
    expect(await refusal(repo.path)).toEqual([
      2,
      "",
      "error[PATH_VIOLATION]: AGENTS.md is a link that leads out of project.",
      true,
    ]);
    expect(readFileSync(theirs, "utf8")).toBe("theirs\n");
  });

  it("a folder named like a file that it writes", async () => {
    const repo = makeRepo();
    mkdirSync(join(repo.path, "CLAUDE.md"));
    expect(await refusal(repo.path)).toEqual([
      2,
      "",
      "error[CONFLICT]: CLAUDE.md is a folder, where a file has to be.",
      true,
    ]);
  });

  it("a file that is no text", async () => {
    const repo = makeRepo();
    writeFileSync(join(repo.path, "AGENTS.md"), Buffer.from([0xff, 0xfe, 0x41]));
    expect(await refusal(repo.path)).toEqual([
      1,
      "",
      "error[IO_ERROR]: AGENTS.md can't be read: it is not UTF-8 text.",
      true,
    ]);
  });

  it.skipIf(process.getuid?.() === 0)("a folder that is read-only", async () => {
    const repo = makeRepo();
    chmodSync(repo.path, 0o555);
    expect(await refusal(repo.path)).toEqual([
      1,
      "",
      "error[IO_ERROR]: project is not writable: permission denied.",
      true,
    ]);
    chmodSync(repo.path, 0o755);
  });

  it("a folder that isn't there, a file, a wrong option", async () => {
    const cwd = scratch("parent");
    writeFileSync(join(cwd, "file"), "");
    for (const [line, code] of [
      [["install", "nowhere", "--yes"], "TARGET_NOT_FOUND"],
      [["install", "file", "--yes"], "TARGET_NOT_FOUND"],
      [["install", "--yess"], "USAGE"],
      [["install", "--test-cmd"], "USAGE"],
    ] as const) {
      const result = await tool(line, { cwd });
      expect([result.code, result.stdout]).toEqual([2, ""]);
      expect(result.stderr).toContain(`error[${code}]: `);
    }
    expect(existsSync(join(cwd, ".tool.json"))).toBe(false);
  });
});

describe("on a terminal, without --yes", () => {
  const files = { "package.json": scripts, "AGENTS.md": "# Ours\n", ".gitignore": "dist\n" };
  /** A PATH with these agents and nothing else but what runs them. */
  const withAgents = (...names: readonly string[]): { PATH: string } => {
    const bin = scratch("bin");
    for (const name of names) writeFileSync(join(bin, name), "#!/bin/sh\n", { mode: 0o755 });
    symlinkSync(process.execPath, join(bin, "node"));
    return { PATH: `${bin}:/usr/bin:/bin` };
  };

  it("asks three questions, and does what it said it would", async () => {
    const repo = makeRepo(files);
    const terminal = toolOnTerminal(["install"], { cwd: repo.path, env: withAgents("claude", "codex") });
    await terminal.shows("Are they right?");
    terminal.press("Enter");
    await terminal.shows("Which agent works here?");
    terminal.press("Down", "Enter");
    await terminal.shows("Install?");
    expect(repo.git("status", "--porcelain")).toBe("");
    terminal.press("Enter");
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.screen()).toContain(
      [
        "┌  Set up project",
        "│",
        "●  node-javascript, npm · git on branch main, clean",
        "│",
        "●  The loop will trust these commands:",
        "│    test       npm test",
        "│    typecheck  none found",
        "│    lint       npm run lint",
        "│    build      none found",
        "│    format     none found",
        "│",
        "◇  Are they right?",
        "│  Yes",
        "│",
        "◇  Which agent works here?",
        "│  codex",
        "│",
        "●  7 new files, and a marked block in 2 of yours. Nothing else is touched.",
        "│    new    .tool.json  CLAUDE.md  .tool/TOOL.md  .tool/REVIEW.md",
        "│           .tool/backlog.json  .tool/progress.md  .tool/backlog.schema.json",
        "│    block  AGENTS.md  .gitignore",
        "│",
        "◇  Install?",
        "│  Yes",
        "✓ Installed in project  node-javascript, npm",
        "",
        "  created   .tool.json",
      ].join("\n"),
    );
    expect(repo.json(".tool.json")).toMatchObject({ options: { provider: "codex" } });
  });

  it("takes the commands line by line when they are not right", async () => {
    const repo = makeRepo(files);
    const terminal = toolOnTerminal(["install"], { cwd: repo.path, env: withAgents("claude") });
    await terminal.shows("Are they right?");
    terminal.press("Right", "Enter");
    for (const [name, ...keys] of [["test"], ["typecheck", "tsc"], ["lint", "C-u"], ["build"], ["format"]]) {
      await terminal.shows(new RegExp(`◆  ${name ?? ""}\n`));
      terminal.press(...keys, "Enter");
    }
    await terminal.shows("Install?");
    terminal.press("Enter");
    expect(await terminal.exitCode()).toBe(0);
    expect(marker(repo).profile.verify).toBe("npm test && tsc");
  });

  it.each([
    ["No", ["Right", "Enter"]],
    ["Ctrl-C", ["C-c"]],
  ])("writes nothing after %s", async (_, keys) => {
    const repo = makeRepo(files);
    const terminal = toolOnTerminal(["install"], { cwd: repo.path, env: withAgents("claude") });
    await terminal.shows("Are they right?");
    terminal.press("Enter");
    await terminal.shows("Install?");
    terminal.press(...keys);
    expect(await terminal.exitCode()).toBe(1);
    expect(terminal.screen()).toMatch(/└  Nothing was written\.$/);
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  it("shows what it found and stops there when it can't be right", async () => {
    const repo = makeRepo({ "package.json": "{" });
    repo.write("mine.txt", "");
    const terminal = toolOnTerminal(["install"], { cwd: repo.path, env: withAgents("codex") });
    expect(await terminal.exitCode()).toBe(2);
    expect(terminal.screen()).toBe(
      [
        "Preflight  project",
        "",
        "✓ git           branch main, 1 commit",
        "! work tree     1 uncommitted file; commit it first to tell yours from ours",
        "! agent         claude-cli is not installed; codex is",
        "✗ package.json  not valid JSON: line 1, column 2",
        "",
        "1 error, 2 warnings. Nothing was written.",
        "",
        "→ tool install   again, once package.json is mended",
      ].join("\n"),
    );
  });
});
