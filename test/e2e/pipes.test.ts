import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { environment, mainFile, repoAt, scratch, startTool, tool } from "./harness.ts";
import { agentLog, preparedProject } from "./prepared-project.ts";

/** What stands behind stdout when it is no terminal, or a terminal that goes away. */

const shell = (
  line: string,
  cwd: string,
  env: object = {},
): { code: number | null; stdout: string; stderr: string } => {
  const script = line.replaceAll("tool ", `"${process.execPath}" "${mainFile}" `);
  const { status, stdout, stderr } = spawnSync("bash", ["-c", `set -o pipefail; ${script}`], {
    cwd,
    env: { ...environment(), ...env },
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
};

it("a reader that leaves early is no failure", async () => {
  const { path } = await preparedProject();
  for (const line of [
    "tool help --json | head -c 20",
    "tool backlog list | true",
    "tool log --tail 30 | head -1",
  ]) {
    expect(shell(line, path)).toMatchObject({ code: 0, stderr: "" });
  }
});

it("a slow reader gets everything", async () => {
  const { path } = await preparedProject();
  const { stdout } = shell("tool help --json | (sleep 0.3; cat) | wc -c", path);
  const whole = await tool(["help", "--json"], { cwd: path });
  expect(Number(stdout)).toBe(Buffer.byteLength(whole.stdout));
});

it("a pipe gets words, whole lines and no colour, whatever the environment says", async () => {
  const repo = await preparedProject();
  const { stdout } = await tool(["backlog", "list"], {
    cwd: repo.path,
    env: { FORCE_COLOR: "1", COLUMNS: "40" },
  });
  expect(stdout).not.toContain("\u001b");
  expect(stdout.split("\n")[1]).toMatch(/^006 {2}feature +1 {2}pending +Item 006$/);
});

it("the end of a run that stopped names what gets it on", async () => {
  const repo = await preparedProject();
  const env = { AGENT_LOG: agentLog(repo) };
  const { code, stdout } = await tool(["loop", "run", "--iterations", "1"], { cwd: repo.path, env });
  expect(code).toBe(4);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("→ tool resume   go on with a fresh budget");
});

it("status --follow says in a pipe what has changed, and ends with its reader's signal", async () => {
  const repo = await preparedProject();
  const running = startTool(["status", ".", "--follow", "--interval", "0.1", "--json"], { cwd: repo.path });
  await vi.waitFor(() => expect(running.stdout().split("\n").length).toBeGreaterThan(2), { timeout: 20_000 });
  running.kill("SIGTERM");
  const { code, stdout } = await running.ended;
  expect(code).toBe(0);
  for (const line of stdout.trimEnd().split("\n"))
    expect(JSON.parse(line)).toMatchObject({ loopState: "IDLE" });
});

it("a terminal that was closed under a run doesn't abort it", async () => {
  const repo = await preparedProject();
  const folder = scratch("gone");
  const [socket, code] = [join(folder, "socket"), join(folder, "code")];
  const words = `"${process.execPath}" "${mainFile}" status --follow --interval 0.1`;
  const script = `trap '' HUP; ${words} 2> "${folder}/stderr"; echo $? > "${code}"`;
  const tmux = (...args: readonly string[]): string =>
    spawnSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], {
      cwd: repo.path,
      env: environment(),
      encoding: "utf8",
    }).stdout;
  tmux("new-session", "-d", "sh", "-c", script);
  await vi.waitFor(() => expect(tmux("capture-pane", "-p")).toContain("Idle"), { timeout: 20_000 });
  tmux("kill-server");
  await vi.waitFor(() => expect(existsSync(code)).toBe(true), { timeout: 20_000 });
  expect(readFileSync(code, "utf8")).toBe("0\n");
  expect(readFileSync(join(folder, "stderr"), "utf8")).not.toContain("Assertion");
});

it("a full pipe nobody reads holds nothing up once its reader is gone", async () => {
  const { path } = await preparedProject();
  const repo = repoAt(path);
  repo.write(".tool/progress.md", "learned\n".repeat(100_000));
  const child = spawn(process.execPath, [mainFile, "progress"], {
    cwd: path,
    env: environment(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await new Promise((resolve) => child.stdout.once("readable", resolve));
  child.stdout.destroy();
  expect(await ended).toBe(0);
});
