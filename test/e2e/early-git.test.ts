import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRunning } from "../agents/start-agent.ts";
import {
  agentScript,
  comesTo,
  commitItems,
  makeProject,
  repoAt,
  scratch,
  startTool,
  tool,
  type Repo,
} from "./harness.ts";

/** A run opens the shell that starts git, and asks it the first questions, before it has read its own line. */

const done = agentScript(`cat > /dev/null; echo "$TOOL_ITEM_ID" > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`);

/** A git on PATH that notes who it is and what it is asked; with `hangs` it never answers. */
function noted(hangs = false): {
  readonly env: { readonly PATH: string };
  readonly pids: () => number[];
  readonly verbs: () => string[];
} {
  const folder = scratch("bin");
  const log = join(folder, "calls.txt");
  const words = "rev-parse|check-ignore|status|add|commit|maintenance";
  const go = hangs ? "exec sleep 600" : `PATH='${process.env["PATH"]}' exec git "$@"`;
  writeFileSync(
    join(folder, "git"),
    `#!/bin/sh\nfor word; do case $word in ${words}) break;; esac; done\necho "$$ $word" >> '${log}'\n${go}\n`,
  );
  chmodSync(join(folder, "git"), 0o755);
  const lines = (): string[][] =>
    existsSync(log)
      ? readFileSync(log, "utf8")
          .trim()
          .split("\n")
          .map((line) => line.split(" "))
      : [];
  return {
    env: { PATH: `${folder}:${process.env["PATH"]}` },
    pids: () => lines().map(([pid]) => Number(pid)),
    verbs: () => lines().map(([, verb = ""]) => verb),
  };
}

/** The same project one folder down. */
function moveDown(repo: Repo): Repo {
  const below = join(repo.path, "below here");
  repo.git("rm", "-r", "-q", "--cached", ".");
  renameSync(repo.path, `${repo.path}-old`);
  const outer = repoAt(repo.path);
  outer.write("README.md", "# All\n");
  renameSync(`${repo.path}-old`, below);
  renameSync(join(below, ".git"), join(repo.path, ".git"));
  outer.git("add", "-A");
  outer.git("commit", "--quiet", "-m", "Below");
  return repoAt(below);
}

describe("the first questions", () => {
  it("are asked once each where the project is this folder", async () => {
    const repo = await makeProject(done);
    await commitItems(repo, ["One", "Two"]);
    const git = noted();
    const { code, stderr } = await tool(["loop", "run", "--json"], { cwd: repo.path, env: git.env });
    expect([code, stderr]).toEqual([0, ""]);
    const start = ["rev-parse", "check-ignore", "status"];
    const items = ["add", "commit", "add", "commit"];
    expect(git.verbs()).toEqual([...start, ...items, "maintenance"]);
  });

  it.each([
    ["one folder down", (repo: Repo) => ({ from: moveDown(repo), args: [] as string[] })],
    ["named from elsewhere", (repo: Repo) => ({ from: repoAt(scratch("else")), args: [repo.path] })],
  ])("are asked anew where it is %s", async (_, place) => {
    const repo = await makeProject(done);
    await commitItems(repo, ["One"]);
    const { from, args } = place(repo);
    const { code, stderr } = await tool(["loop", "run", "--json", ...args], { cwd: from.path });
    expect([code, stderr]).toEqual([0, ""]);
    expect(repo.subjects().at(-1)).toBe("[tool] 001: One");
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  it.each(["loop run --nonsense", "loop run --iterations none", "loop run stray"])(
    "hold nobody up who wrote %s",
    async (line) => {
      const repo = await makeProject(done);
      const git = noted(true);
      const { code, stdout, stderr } = await tool(line.split(" "), { cwd: repo.path, env: git.env });
      expect(code).not.toBe(0);
      expect(stdout).toBe("");
      expect(stderr.match(/^error/gm)).toHaveLength(1);
      await expect.poll(() => git.pids().filter(isRunning)).toEqual([]);
    },
  );

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "that hang don't outlive a process that is ended by %s before it can listen",
    async (signal) => {
      const repo = await makeProject(done);
      const git = noted(true);
      const running = startTool(["loop", "run"], { cwd: repo.path, env: git.env });
      await comesTo(running, () => git.pids().length > 0);
      running.kill(signal);
      // Where it does listen already, it is the first of two.
      const again = setInterval(() => running.kill(signal), 100);
      await running.ended.finally(() => clearInterval(again));
      await expect.poll(() => git.pids().filter(isRunning)).toEqual([]);
    },
  );

  it("aren't asked by another command, nor for its help", async () => {
    const repo = await makeProject(done);
    const git = noted();
    for (const line of ["status", "loop run --help", "help loop run", "backlog list"]) {
      expect((await tool(line.split(" "), { cwd: repo.path, env: git.env })).code).toBe(0);
    }
    expect(git.verbs()).toEqual([]);
  });

  it.runIf(existsSync("/proc/self/comm"))("are asked without a shell where it dies of them", async () => {
    const repo = await makeProject(done);
    await commitItems(repo, ["One"]);
    const folder = scratch("bin");
    const lines = [
      "#!/bin/sh",
      "read -r parent < /proc/$PPID/comm",
      'case "$parent $*" in sh*rev-parse*|sh*check-ignore*|sh*status*) kill -9 $PPID; exit 1;; esac',
      `PATH='${process.env["PATH"]}' exec git "$@"`,
    ];
    writeFileSync(join(folder, "git"), `${lines.join("\n")}\n`);
    chmodSync(join(folder, "git"), 0o755);
    const env = { PATH: `${folder}:${process.env["PATH"]}` };
    const { code, stderr } = await tool(["loop", "run", "--json"], { cwd: repo.path, env });
    expect([code, stderr]).toEqual([0, ""]);
    expect(repo.subjects().at(-1)).toBe("[tool] 001: One");
  });
});
