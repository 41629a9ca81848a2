import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { environment, letIn, NOBODY, programOfNobody, scratch, tool, type Repo } from "./harness.ts";
import { preparedProject } from "./prepared-project.ts";

/** The one page, on what really lies about. */

const page = async (repo: Repo, env: Readonly<Record<string, string | undefined>> = {}): Promise<string> => {
  const { stdout, stderr } = await tool(["doctor"], { cwd: repo.path, env });
  expect(stderr).toBe("");
  return stdout;
};

it("finds nothing wrong where nothing is", async () => {
  const repo = await preparedProject();
  const { code, stdout } = await tool(["doctor"], { cwd: repo.path });
  expect(stdout).toMatch(
    /^project {2}tool [\d.]+ · node [\d.]+ · Linux\n\n✓ git {8}[\d.]+, branch night, identity set\n✓ agents {5}.*generic-cli/,
  );
  expect(stdout).toContain("✓ lock       none\n");
  expect(stdout).not.toContain("✗");
  expect(code).toBe(0);
});

it("finds a dead run's lock, its process and our stash, and its remedies work", async () => {
  const repo = await preparedProject();
  const mark = "0f9d-doctor-test";
  const left = spawn("sleep", ["300"], { env: { ...environment(), TOOL_SESSION: mark }, detached: true });
  const gone = spawnSync("true").pid;
  const lock = { pid: gone, startedAt: "2026-11-20T22:04:11Z", processStartTime: "never", token: mark };
  repo.write(".tool/.loop.lock", JSON.stringify(lock));
  repo.write("half.txt", "half\n");
  repo.git("stash", "push", "--quiet", "-u", "-m", "[tool] 007", "--", "half.txt");
  const { code, stdout } = await tool(["doctor", "--json"], { cwd: repo.path });
  expect(code).toBe(1);
  const { checks } = JSON.parse(stdout) as {
    checks: { check: string; result: string; message: string; remedies: { command: string }[] }[];
  };
  const of = (name: string): object | undefined => checks.find(({ check }) => check === name);
  expect(of("lock")).toMatchObject({ result: "warning", message: `stale: process ${gone} is gone` });
  expect(of("leftovers")).toMatchObject({
    result: "error",
    message: `1 process of an ended session: sleep ${left.pid}`,
  });
  expect(of("stash")).toMatchObject({ result: "warning", message: '1 of ours, "[tool] 007"' });
  const ended = new Promise((resolve) => left.once("exit", resolve));
  const typed = checks.flatMap(({ remedies }) => remedies.slice(0, 1).map(({ command }) => command));
  const others = typed.filter((command) => /^(kill|git) /.test(command));
  expect(others).toEqual([`kill ${left.pid}`, "git stash show -p stash@{0}"]);
  for (const command of others) execFileSync("sh", ["-c", command], { cwd: repo.path });
  await ended;
  expect((await tool(["reset"], { cwd: repo.path })).code).toBe(0);
  expect(await page(repo)).toMatch(/✓ lock {7}none\n[^]*✓ leftovers {2}none\n/);
});

it("names a missing identity, and what the next commit needs", async () => {
  const repo = await preparedProject();
  repo.git("config", "--unset", "user.name");
  repo.git("config", "--unset", "user.email");
  repo.git("config", "user.useConfigOnly", "true");
  const text = await page(repo, { HOME: scratch("home"), GIT_AUTHOR_NAME: undefined });
  expect(text).toMatch(/✗ git {8}[\d.]+, no identity: commits would fail\n {13}→ git config user\.name /);
});

it("removes the index.lock of a git that died with its run, and no other", async () => {
  const repo = await preparedProject();
  repo.write(".tool/state.json", readFileSync(`${repo.path}/.tool/backlog.json.bak`, "utf8"));
  repo.write(".git/index.lock", "");
  expect(await page(repo)).toContain("the index.lock of a git that died was removed");
  expect(repo.exists(".git/index.lock")).toBe(false);
});

it("names bookkeeping that a commit has taken along, and the remedy ends that", async () => {
  const repo = await preparedProject();
  repo.write(".tool/state.json", "{}");
  repo.write(".tool/archive/20261120-223531-tool.log", "");
  repo.git("add", "-f", ".tool");
  repo.git("commit", "--quiet", "-m", "All of it");
  const text = await page(repo);
  const [, remedy] = /→ (git rm .*)/.exec(text) ?? [];
  expect(remedy).toContain("git rm -r -q --cached ");
  execFileSync("sh", ["-c", remedy ?? "false"], { cwd: repo.path });
  expect(await page(repo)).toContain("✓ git");
  expect(repo.exists(".tool/state.json")).toBe(true);
});

it.skipIf(process.getuid?.() !== 0 || programOfNobody() === null)(
  "a git directory that can't be written is found before a run is",
  async () => {
    const repo = await preparedProject();
    letIn(repo.path);
    execFileSync("chown", ["-R", "65534:65534", repo.path]);
    chmodSync(`${repo.path}/.git`, 0o555);
    const home = scratch("home");
    letIn(home);
    const asNobody = { cwd: repo.path, ...NOBODY, env: { HOME: home } };
    const { stdout } = await tool(["doctor"], asNobody);
    expect(stdout).toContain(
      "✗ lock       .git/tool-loop.lock can't be written: permission denied\n             → chmod -R u+w .git   let it be written\n",
    );
    chmodSync(`${repo.path}/.git`, 0o755);
    expect((await tool(["doctor"], asNobody)).stdout).toContain("✓ lock       none\n");
  },
);
