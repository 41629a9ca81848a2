import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ProcessIdentity } from "#engine/ports";
import { createNodeProcesses } from "#platform/node-processes";
import { createPsProcesses } from "#platform/processes/ps-processes";
import { bundleScript } from "../../../test/agents/bundle-script.ts";
import { isRunning, startAgent, type StartedAgent } from "../../../test/agents/start-agent.ts";
import { crowd } from "../../../test/crowd.ts";

const onLinux = process.platform === "linux";
const processes = createNodeProcesses();
const GRACE_MS = 5000;
const SWEEP_OWN_MARK = `
import { createNodeProcesses } from "#platform/node-processes";
const swept = await createNodeProcesses().sweep({ mark: process.env.TOOL_SESSION, leader: null });
console.log("swept", swept);
`;

const pidSaid = async (agent: StartedAgent, pattern: RegExp): Promise<number> =>
  Number((await agent.says(pattern))[1]);

/** Who it is: told soon after its start, by `ps` after that has run. */
async function identified(agent: StartedAgent): Promise<ProcessIdentity> {
  await expect.poll(agent.started).not.toBeNull();
  return agent.started()!;
}

async function timed(agent: StartedAgent): Promise<number> {
  const from = performance.now();
  await agent.ended;
  return performance.now() - from;
}

describe("what a session leaves behind", () => {
  it.each([
    ["in its group, holding its pipes", "holds-pipe.sh", /^left (\d+)/],
    ...(onLinux
      ? ([
          ["in a session of its own, reparented", "double-forks-setsid.mjs", /^left (\d+)/],
          ["a server", "spawns-server.mjs", /pid (\d+)/],
        ] as const)
      : []),
  ] as const)("%s, ends with it", async (_name, name, pattern) => {
    const agent = startAgent(processes, name);
    const left = pidSaid(agent, pattern);
    expect(await timed(agent)).toBeLessThan(2000 * crowd());
    expect(await agent.ended).toEqual({ exitCode: 0, signal: null, spawnError: null, swept: 1 });
    expect(isRunning(await left)).toBe(false);
  });

  it("is killed when it ignores SIGTERM, sooner when asked", async () => {
    const line = `(trap '' TERM; echo left $$; while :; do sleep 0.05; done) & sleep 0.2`;
    const agent = startAgent(processes, "/bin/sh", { args: ["-c", line] });
    await agent.says(/left/);
    setTimeout(() => agent.process.end(0), 600);
    expect(await timed(agent)).toBeLessThan(2500 * crowd());
    expect(await agent.ended).toMatchObject({ exitCode: 0, signal: null });
  });

  it("is no other session's process", async () => {
    const other = startAgent(processes, "silent.sh");
    const stranger = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    const agent = startAgent(processes, "holds-pipe.sh");
    await agent.ended;
    expect(isRunning((await identified(other)).pid)).toBe(true);
    expect(isRunning(stranger.pid ?? 0)).toBe(true);
    stranger.kill("SIGKILL");
    other.process.end(0);
    await other.ended;
  });

  it("may escape with an empty environment, but its pipe holds nobody up", async () => {
    const agent = startAgent(processes, "escapes-with-pipe.mjs", { args: ["20"] });
    const left = pidSaid(agent, /^left (\d+)/);
    expect(await timed(agent)).toBeLessThan(2000 * crowd());
    process.kill(await left, "SIGKILL");
  });

  it("may go on talking into its pipe, but not for long", async () => {
    const agent = startAgent(processes, "escapes-with-pipe.mjs", { args: ["20", "talks"] });
    const left = pidSaid(agent, /^left (\d+)/);
    expect(await timed(agent)).toBeLessThan(4500 * crowd());
    process.kill(await left, "SIGKILL");
  });
});

describe("ending a session", () => {
  it("asks first", async () => {
    const agent = startAgent(processes, "silent.sh");
    agent.process.end(GRACE_MS);
    expect(await timed(agent)).toBeLessThan(1000 * crowd());
    expect(await agent.ended).toEqual({ exitCode: null, signal: "SIGTERM", spawnError: null, swept: 0 });
  });

  it("kills at the grace", async () => {
    const agent = startAgent(processes, "ignores-sigterm.sh");
    await agent.says(/ready/);
    agent.process.end(400);
    const tookMs = await timed(agent);
    expect(tookMs).toBeGreaterThan(390);
    expect(tookMs).toBeLessThan(2000 * crowd());
    expect(await agent.ended).toMatchObject({ exitCode: null, signal: "SIGKILL" });
  });

  it("kills at once with no grace, and a second ending shortens the first", async () => {
    for (const first of [0, 60_000]) {
      const agent = startAgent(processes, "ignores-sigterm.sh");
      await agent.says(/ready/);
      agent.process.end(first);
      setTimeout(() => agent.process.end(0), 100);
      expect(await timed(agent)).toBeLessThan(1500 * crowd());
      expect(await agent.ended).toMatchObject({ signal: "SIGKILL" });
    }
  });

  it.each(["polite", "stubborn"])("reaches a %s tool in a session of its own", async (manner) => {
    const agent = startAgent(processes, "runs-tool-in-own-session.mjs", { args: [manner] });
    const tool = await pidSaid(agent, /^tool (\d+)/);
    agent.process.end(300);
    expect(await timed(agent)).toBeLessThan(2500 * crowd());
    expect((await agent.ended).swept).toBeGreaterThanOrEqual(1);
    expect(isRunning(tool)).toBe(false);
  });

  it("delivers nothing that is said later, but what was said before", async () => {
    const agent = startAgent(processes, "talks-on-sigterm.sh");
    await agent.says(/ready/);
    agent.process.end(GRACE_MS);
    expect(await agent.ended).toMatchObject({ exitCode: 0 });
    expect(agent.stdout()).toEqual(["ready"]);
  });

  it("delivers the unfinished line that stood there, from within a listener too", async () => {
    const agent = startAgent(processes, "half-line-then-hangs.sh", {
      onLine: () => setTimeout(() => agent.process.end(GRACE_MS), 100),
    });
    await agent.ended;
    expect(agent.stdout()).toEqual(["whole", "TOOL_DO"]);
  });

  it("does nothing after the end, and nothing twice", async () => {
    const agent = startAgent(processes, "exits-with.sh", { args: ["0"] });
    await agent.ended;
    agent.process.end(0);
    agent.process.end(0);
    expect(await agent.ended).toMatchObject({ exitCode: 0 });
  });
});

describe.runIf(onLinux)("a sweep of what a killed runner left", () => {
  it("finds the mark, also inside of a longer one, and spares the others", async () => {
    const outer = `outer-${Math.random()}`;
    const nested = startAgent(processes, "silent.sh", { mark: `${outer}:inner` });
    const same = startAgent(processes, "silent.sh", { mark: outer });
    const other = startAgent(processes, "silent.sh");
    expect(await processes.sweep({ mark: outer, leader: null })).toBe(2);
    await Promise.all([nested.ended, same.ended]);
    expect(isRunning((await identified(other)).pid)).toBe(true);
    expect(await processes.sweep({ mark: "", leader: null })).toBe(0);
    other.process.end(0);
    await other.ended;
  });

  it("trusts a leader only while it is the same process", async () => {
    const agent = startAgent(processes, "silent.sh");
    const leader = await identified(agent);
    const mark = "no such mark";
    expect(await processes.sweep({ mark, leader: { pid: leader.pid, startTime: "another" } })).toBe(0);
    expect(await processes.sweep({ mark, leader: { pid: leader.pid, startTime: null } })).toBe(0);
    expect(await processes.sweep({ mark, leader })).toBe(1);
    expect(await agent.ended).toMatchObject({ signal: "SIGTERM" });
  });

  it("never ends itself or those it comes from", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sweep-"));
    const script = await bundleScript(folder, "sweep-own-mark", SWEEP_OWN_MARK);
    const line = `sleep 60 & "${process.execPath}" "${script}"; echo still here`;
    const agent = startAgent(processes, "/bin/sh", { args: ["-c", line] });
    expect(await agent.ended).toMatchObject({ exitCode: 0, swept: 0 });
    expect(agent.stdout()).toEqual(["swept 1", "still here"]);
    rmSync(folder, { recursive: true });
  });
});

describe("without /proc", () => {
  const portable = createNodeProcesses(createPsProcesses());

  it("ends group and descendants", async () => {
    const agent = startAgent(portable, "runs-tool-in-own-session.mjs", { args: ["polite"] });
    const tool = await pidSaid(agent, /^tool (\d+)/);
    agent.process.end(GRACE_MS);
    expect(await timed(agent)).toBeLessThan(2500 * crowd());
    expect(isRunning(tool)).toBe(false);

    const leaves = startAgent(portable, "holds-pipe.sh");
    expect(await timed(leaves)).toBeLessThan(2000 * crowd());
    expect(await leaves.ended).toMatchObject({ exitCode: 0, swept: 1 });
  });

  it("tells the start time of a process, and that one is gone", async () => {
    const agent = startAgent(portable, "silent.sh");
    const { pid, startTime } = await identified(agent);
    expect(startTime).toMatch(/\d\d:\d\d:\d\d/);
    expect(await portable.identify(pid)).toEqual({ alive: true, startTime });
    agent.process.end(0);
    await agent.ended;
    expect(await portable.identify(pid)).toEqual({ alive: false, startTime: null });
  });
});

it.runIf(onLinux)("leaves no file open, no listener and no timer", async () => {
  const open = (): number => readdirSync("/proc/self/fd").length;
  const run = async (name: string): Promise<void> => {
    const agent = startAgent(processes, name, { stdin: "prompt" });
    await agent.says(/./);
    agent.process.end(200);
    await agent.ended;
  };
  await run("holds-pipe.sh");
  const before = open();
  const resources = process.getActiveResourcesInfo().length;
  for (const name of ["holds-pipe.sh", "ignores-sigterm.sh", "no-newline.sh", "closes-stdin.sh"])
    await run(name);
  // The test runner has timers and messages of its own under way now and then; what is leaked stays.
  const settled = (): boolean => open() <= before && process.getActiveResourcesInfo().length <= resources;
  for (let looks = 0; looks < 50 && !settled(); looks += 1) await pause(20);
  expect(open()).toBeLessThanOrEqual(before);
  expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(resources);
});
