import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeRepo, repoAt, scratch, tool, type Repo } from "./harness.ts";
import { toolOnTerminal } from "./terminal.ts";

const install = async (repo: Repo): Promise<void> => {
  const { code, stderr } = await tool(["install", "--yes"], { cwd: repo.path });
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^(warning: No verification.*\n)?$/)]);
};
const commit = (repo: Repo): void => {
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "Set up tool");
};

/** Every file but git's own: path to text. */
function treeOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => !/^\.git(\/|$)|legacy-\d+-\d+\.bak/.test(path) && lstatSync(join(folder, path)).isFile(),
  );
  return Object.fromEntries(files.toSorted().map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

const mine = {
  "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
  "AGENTS.md": "\uFEFF# Ours\r\n\r\nRead this.",
  ".gitignore": "dist\n",
};

describe("a project's life", () => {
  it("in and out again leaves the repository as it was, once the data go too", async () => {
    const repo = makeRepo(mine);
    await install(repo);
    expect((await tool(["update", "--check"], { cwd: repo.path })).code).toBe(0);
    const { code } = await tool(["uninstall", "--yes", "--no-keep-data"], { cwd: repo.path });
    expect(code).toBe(0);
    expect(repo.git("status", "--porcelain", "--ignored")).toBe("");
  });

  it("a deleted state directory is mended by update; the backlog comes back from git", async () => {
    const repo = makeRepo(mine);
    await install(repo);
    commit(repo);
    rmSync(join(repo.path, ".tool"), { recursive: true });
    const { code, stdout } = await tool(["update"], { cwd: repo.path });
    expect(code).toBe(0);
    expect(stdout).toContain(
      "\n→ git checkout HEAD -- .tool/backlog.json   back to the last commit, 0 items\n",
    );
    expect(repo.git("status", "--porcelain")).toBe("D .tool/backlog.json");
    repo.git("checkout", "HEAD", "--", ".tool/backlog.json");
    expect(repo.git("status", "--porcelain")).toBe("");
    const list = await tool(["backlog", "list"], { cwd: repo.path });
    expect(list.code).toBe(0);
  });

  it("an installation whose files are all deleted finds its committed backlog again", async () => {
    const repo = makeRepo(mine);
    await install(repo);
    await tool(["backlog", "add", "--type", "bug", "--title", "Mine", "--ac", "x"], { cwd: repo.path });
    commit(repo);
    for (const name of [".tool", ".tool.json"]) rmSync(join(repo.path, name), { recursive: true });
    const { code, stdout } = await tool(["install", "--yes"], { cwd: repo.path });
    expect(code).toBe(0);
    expect(stdout).toMatch(/created {3}\.tool\/backlog\.json +from the last commit\n/);
    expect(repo.git("diff", "HEAD", "--", ".tool/backlog.json")).toBe("");
  });

  it("a deleted state directory that no commit has is made anew by update, as loop run is told", async () => {
    const repo = makeRepo(mine);
    await install(repo);
    rmSync(join(repo.path, ".tool"), { recursive: true });
    const refused = await tool(["backlog", "list"], { cwd: repo.path });
    expect(refused.stderr).toContain("→ tool update   bring back what is missing\n");
    const { code, stdout } = await tool(["update"], { cwd: repo.path });
    expect(code).toBe(0);
    expect(stdout).toContain("  created   .tool/backlog.json          no items yet\n");
    expect((await tool(["backlog", "list"], { cwd: repo.path })).code).toBe(0);
  });

  it("a link inside of the project is written through, and stays one", async () => {
    const repo = makeRepo(mine);
    symlinkSync("AGENTS.md", join(repo.path, "CLAUDE.md"));
    mkdirSync(join(repo.path, "conf"));
    repo.git("mv", ".gitignore", "conf/gitignore");
    symlinkSync("conf/gitignore", join(repo.path, ".gitignore"));
    commit(repo);
    await install(repo);
    expect((await tool(["update", "--check"], { cwd: repo.path })).code).toBe(0);
    expect(repo.read("AGENTS.md").match(/tool:begin/g)).toHaveLength(1);
    expect(repo.read("conf/gitignore")).toContain("/.tool/state.json\n");
    await tool(["uninstall", "--yes", "--no-keep-data"], { cwd: repo.path });
    expect(repo.git("status", "--porcelain", "--ignored")).toBe("");
  });

  it.each<[string, (repo: Repo) => void, string]>([
    [
      "a read-only file",
      (repo) => {
        repo.write("AGENTS.md", "# Ours\n");
        chmodSync(join(repo.path, "AGENTS.md"), 0o444);
      },
      "error[CONFLICT]: AGENTS.md is read-only.",
    ],
    [
      "doubled markers",
      (repo) => repo.write("AGENTS.md", `${repo.read("AGENTS.md")}\n${repo.read("AGENTS.md")}`),
      "error[CONFLICT]: The markers in AGENTS.md stand there more than once.",
    ],
    [
      "a folder named like a file",
      (repo) => {
        rmSync(join(repo.path, "CLAUDE.md"));
        mkdirSync(join(repo.path, "CLAUDE.md"));
      },
      "error[CONFLICT]: CLAUDE.md is a folder, where a file has to be.",
    ],
    [
      "a link out of the project",
      (repo) => {
        rmSync(join(repo.path, "CLAUDE.md"));
        repo.write("../elsewhere.txt", "");
        symlinkSync("../elsewhere.txt", join(repo.path, "CLAUDE.md"));
      },
      "error[PATH_VIOLATION]: CLAUDE.md is a link that leads out of project.",
    ],
  ])("update refuses %s, and writes nothing", async (_, spoil, sentence) => {
    const repo = makeRepo({ ...mine, "AGENTS.md": "# Ours\n" });
    await install(repo);
    rmSync(join(repo.path, ".tool/progress.md"));
    spoil(repo);
    const before = treeOf(repo.path);
    const { code, stdout, stderr } = await tool(["update"], { cwd: repo.path });
    expect([code, stdout, stderr.split("\n")[0]]).toEqual([2, "", sentence]);
    expect(treeOf(repo.path)).toEqual(before);
  });
});

describe("tool uninstall on a terminal", () => {
  it("shows what goes, asks with No as the answer at hand, and does it after Yes", async () => {
    const repo = makeRepo(mine);
    await install(repo);
    const declined = toolOnTerminal(["uninstall"], { cwd: repo.path });
    await declined.shows("Uninstall?");
    declined.press("Enter");
    expect(await declined.exitCode()).toBe(1);
    expect(repo.exists(".tool.json")).toBe(true);

    const terminal = toolOnTerminal(["uninstall"], { cwd: repo.path });
    await terminal.shows("○ Yes / ● No");
    terminal.press("Left", "Enter");
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.screen()).toBe(
      [
        "Uninstall from project",
        "",
        "  remove  .tool.json  .tool/TOOL.md  .tool/REVIEW.md  .tool/backlog.schema.json",
        "  remove  CLAUDE.md                   it holds nothing but our block",
        "  trim    AGENTS.md  .gitignore       only our block and lines go",
        "  keep    .tool/backlog.json (0 items)  progress.md",
        "",
        "Commits stay. A later install finds the backlog again.",
        "│",
        "◇  Uninstall?",
        "│  Yes",
        "✓ Uninstalled from project  5 removed, 2 trimmed, 2 kept",
      ].join("\n"),
    );
  });
});

describe("killed in the middle, it is finished by running it again", () => {
  const legacy = {
    ".ralph.json": JSON.stringify({ ralph: true, version: "1", options: {} }),
    ".ralph/RALPH.md": "End with RALPH_DONE.\n",
    ".ralph/backlog.json": "{}",
    "AGENTS.md": "# A\n\n<!-- ralph:begin -->\nx\n<!-- ralph:end -->\n",
  };
  const installed = async (): Promise<Repo> => {
    const repo = makeRepo(mine);
    await install(repo);
    return repo;
  };
  const stale = async (): Promise<Repo> => {
    const repo = await installed();
    rmSync(join(repo.path, ".tool"), { recursive: true });
    repo.write("CLAUDE.md", "# Mine\n");
    return repo;
  };
  const withoutTimes = (tree: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(tree).map(([path, text]) => [path, text.replace(/"installedAt": "[^"]*"/, "")]),
    );

  it.each<[string, () => Promise<Repo>, string[]]>([
    ["install", async () => makeRepo(mine), ["install", "--yes"]],
    ["update", stale, ["update"]],
    ["uninstall", installed, ["uninstall", "--yes"]],
    ["migrate", async () => makeRepo(legacy), ["migrate"]],
  ])("%s", async (_, prepare, argv) => {
    const staged = await prepare();
    const copy = (): Repo => {
      const path = scratch("project");
      execFileSync("cp", ["-a", `${staged.path}/.`, path]);
      return repoAt(path);
    };
    const whole = copy();
    const effects = join(scratch("effects"), "list");
    await tool(argv, { cwd: whole.path, env: { TOOL_TEST_EFFECTS: effects } });
    const count = readFileSync(effects, "utf8").trim().split("\n").length;
    const expected = withoutTimes(treeOf(whole.path));
    const moments = [0.3, 0.7].map((part) => `${Math.ceil(count * part)}`);
    for (const at of [...moments, `${count - 1}+`]) {
      const repo = copy();
      const killed = await tool(argv, { cwd: repo.path, env: { TOOL_TEST_CRASH_AT: at } });
      expect([at, killed.signal]).toEqual([at, "SIGKILL"]);
      const again = await tool(argv, { cwd: repo.path });
      expect([0, 2]).toContain(again.code);
      expect([at, withoutTimes(treeOf(repo.path))]).toEqual([at, expected]);
    }
  });
});
