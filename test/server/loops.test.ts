import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createNodePorts } from "#platform/node-ports";
import { registerActiveLoop } from "#engine/stores/active-loops";
import { createLoopManager } from "#server/loop-manager";
import { recoverStaleLoops } from "#server/recover-stale-loops";
import { resumeRequest } from "#server/run-request";
import { backlogPaths } from "#contracts/paths";
import { holdLock, outcomeOf } from "./route-cases.ts";
import { item, makeWorld, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

const P = "/api/projects/api";
const post = (path: string, body: unknown = {}) => world.ask("POST", `${P}/${path}`, { body });
const startSlow = () => post("loop/start", { childEnv: { AGENT_SLEEP: "60" } });
const setItems = (items: readonly object[]) =>
  world.write(".tool/backlog.json", JSON.stringify({ project: "api", description: "", items }));
const ended = async () => {
  while (world.deps.loops.running().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
};
const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];

describe("one loop for each project", () => {
  test("of two starters at once one is refused, and so is everything that needs the lock", async () => {
    const both = await Promise.all([startSlow(), startSlow()]);
    expect(both.map(outcomeOf).sort()).toEqual(["409 CONFLICT", "ok"]);

    const loops = (await world.ask("GET", "/api/loops")).data;
    expect(loops).toMatchObject({ loops: [{ pid: process.pid, projectPath: world.project }] });
    expect(refusal(await post("loop/review"))).toEqual([409, "CONFLICT"]);
    for (const path of ["reset", "resume", "backlog/unblock", "backlog/sweep", "backlog/restore"]) {
      expect([path, ...refusal(await post(path))]).toEqual([path, 409, "LOCK_CONFLICT"]);
    }
    expect((await world.ask("GET", `${P}/status`)).data).toMatchObject({ loopState: "RUNNING" });

    expect((await post("loop/stop")).data).toEqual({ stopped: true, projectPath: world.project });
    await ended();
    expect((await world.ask("GET", `${P}/status`)).data).toMatchObject({ loopState: "PAUSED" });
    expect(refusal(await post("loop/stop"))).toEqual([404, "NOT_FOUND"]);
    expect(world.items().every(({ status }) => status !== "in_progress")).toBe(true);
  });

  test("it works through the backlog, one commit an item", async () => {
    expect((await post("loop/start")).data).toEqual({ started: true, projectPath: world.project });
    await ended();
    expect(world.git("log", "--format=%s").split("\n")).toEqual([
      "[tool] 002: Title of 002",
      "[tool] 004: Title of 004",
      "Start",
    ]);
    expect((await world.ask("GET", `${P}/status`)).data).toMatchObject({ loopState: "COMPLETE" });
    expect((await world.ask("GET", "/api/loops")).data).toEqual({ loops: [] });
  });

  test("an agent that isn't there is refused before anything starts", async () => {
    const marker = world.read(".tool.json");
    world.write(".tool.json", marker.replace(/"binary": ".*"/, '"binary": "/no/such/agent"'));
    expect(refusal(await post("loop/start"))).toEqual([409, "CONFLICT"]);
    expect(world.deps.loops.running()).toEqual([]);
    world.write(".tool.json", marker);
    expect((await startSlow()).status).toBe(200);
  });
});

test("a loop that dies takes nothing with it", async () => {
  const ports = createNodePorts();
  const lines: string[] = [];
  const broken = { ...ports.git, commitAll: () => Promise.reject(new Error("the disk is gone")) };
  const loops = createLoopManager({ ...ports, git: broken }, (line) => lines.push(line));
  await loops.start(backlogPaths(world.project), resumeRequest("1.2.3"));
  while (loops.running().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(lines.join("\n")).toContain("the disk is gone");
  expect((await world.ask("GET", `${P}/status`)).data).toMatchObject({ loopState: "ERROR" });
  expect(world.items().filter(({ status }) => status === "in_progress")).toEqual([]);
});

test("a server that stops starts nothing any more", async () => {
  await startSlow();
  await world.deps.loops.stopAll();
  expect(world.deps.loops.running()).toEqual([]);
  expect((await startSlow()).error.message).toBe("The server is stopping.");
});

describe("resume", () => {
  test("answers reach the item, and the loop goes on", async () => {
    setItems([item("003", { status: "blocked", needsHuman: true, blockedReason: "Which key?" })]);
    world.git("commit", "--quiet", "-am", "Ask");
    const { data } = await post("resume", { answers: [{ itemId: "003", text: "The old one." }] });
    expect(data).toMatchObject({ relaunched: true, reconciled: { keptBlocked: [], interrupted: [] } });
    await ended();
    expect(world.items()).toMatchObject([{ id: "003", status: "done" }]);
  });

  test("that all is done is an answer, not an error", async () => {
    setItems([item("001", { status: "done", completedAt: "2026-11-01T10:00:00Z" })]);
    expect((await post("resume")).data).toMatchObject({ relaunched: false, reason: "All items are done." });
    expect(world.deps.loops.running()).toEqual([]);
  });

  test("uncommitted work of an interrupted item is told, and nothing is changed", async () => {
    setItems([item("002", { status: "in_progress" })]);
    world.git("commit", "--quiet", "-am", "Under way");
    world.write("half.txt", "half done");
    const { data } = await post("resume");
    expect(data).toMatchObject({
      relaunched: false,
      reason: expect.stringContaining("002 was interrupted"),
      reconciled: { interrupted: [{ id: "002", title: "Title of 002" }], treeClean: false },
    });
    expect(world.items()).toMatchObject([{ status: "in_progress" }]);
  });

  test("nothing to resume is a conflict; an unknown item isn't found", async () => {
    setItems([item("002")]);
    expect(refusal(await post("resume"))).toEqual([409, "CONFLICT"]);
    expect(refusal(await post("resume", { answers: [{ itemId: "9", text: "x" }] }))).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });
});

describe("preflight of a run", () => {
  const codes = async () => {
    const { data } = await world.ask("GET", `${P}/loop/preflight`);
    return (data as { findings: { code: string }[] }).findings.map(({ code }) => code);
  };

  test("says nothing where a run could start", async () => {
    expect(await codes()).toEqual([]);
  });

  test("tells branch and tree apart, and the start route applies neither", async () => {
    world.git("switch", "--quiet", "-c", "main");
    world.write("mine.txt", "mine");
    expect(await codes()).toEqual(["PROTECTED_BRANCH", "DIRTY_TREE"]);
    expect((await startSlow()).status).toBe(200);
  });

  test("a detached HEAD is refused by both", async () => {
    world.git("switch", "--quiet", "--detach");
    expect(await codes()).toEqual(["DETACHED_HEAD"]);
    expect(refusal(await startSlow())).toEqual([409, "CONFLICT"]);
  });
});

test("reset with clearBacklog empties the items and puts progress away", async () => {
  setItems([
    item("001", { status: "done", completedAt: "2026-11-01T10:00:00Z" }),
    item("002", { status: "in_progress" }),
  ]);
  world.write(".tool/progress.md", "# Learned\n");
  const { data } = await post("reset", { clearBacklog: true, keepLog: true });
  expect(data).toMatchObject({ resetCount: 1, resetIds: ["002"], stalledReset: 1 });
  expect(world.items()).toEqual([]);
  expect(world.read(".tool/archive/2026-11.json")).toContain('"001"');
  expect(world.read(".tool/progress.md")).not.toContain("Learned");
  expect(world.read(".tool/tool.log")).toContain("Loop completed");
});

describe("at server start", () => {
  const STATE = {
    status: "running",
    iteration: 1,
    maxIterations: 20,
    currentItem: "002",
    lastSignal: null,
    startedAt: "2026-11-01T10:00:00Z",
    updatedAt: "2026-11-01T10:05:00Z",
    completedItems: [],
    blockedItems: [],
    deferredItems: [],
    baseCommitHash: null,
    error: null,
  };
  const recover = () => recoverStaleLoops(world.deps.ports, world.root, world.deps.log);
  const stuck = () => {
    setItems([item("002", { status: "in_progress" })]);
    world.write(
      ".tool/state.json",
      JSON.stringify({ ...STATE, baseCommitHash: world.git("rev-parse", "HEAD") }),
    );
  };

  test("a dead loop's item is pending again, and resume can go on", async () => {
    stuck();
    world.write(
      ".tool/.loop.lock",
      JSON.stringify({ pid: 2 ** 22 - 3, startedAt: STATE.startedAt, processStartTime: "1", token: "t" }),
    );
    await recover();
    expect(world.items()).toMatchObject([{ status: "pending" }]);
    expect((await world.ask("GET", `${P}/status`)).data).toMatchObject({
      loopState: "ERROR",
      lock: { present: false },
    });
    expect(world.logged).toHaveLength(1);
    await recover();
    expect(world.logged).toHaveLength(1);
    expect((await post("resume")).data).toMatchObject({ relaunched: true });
    await ended();
    expect(world.items()).toMatchObject([{ status: "done" }]);
  });

  test("so is one that died on another backlog of a project, under the root alone", async () => {
    const plan = backlogPaths(world.project, `${world.project}/plan`);
    const items = [item("002", { status: "in_progress" })];
    const lock = { pid: 2 ** 22 - 3, startedAt: STATE.startedAt, processStartTime: "1", token: "t" };
    world.write("plan/backlog.json", JSON.stringify({ project: "plan", description: "", items }));
    world.write(
      "plan/.tool/state.json",
      JSON.stringify({ ...STATE, baseCommitHash: world.git("rev-parse", "HEAD") }),
    );
    world.write("plan/.tool/.loop.lock", JSON.stringify(lock));
    const run = { startedAt: STATE.startedAt, status: "running" } as const;
    await registerActiveLoop(world.deps.ports, plan, run);
    const planned = (): unknown => JSON.parse(world.read("plan/backlog.json"));

    await recoverStaleLoops(world.deps.ports, join(world.root, "bare"), world.deps.log);
    expect(planned()).toMatchObject({ items });
    await recover();
    expect(planned()).toMatchObject({ items: [{ status: "pending" }] });
    expect(world.logged).toEqual([`${plan.root}: an interrupted loop was recovered`]);
  });

  test("a live loop is left alone", async () => {
    stuck();
    holdLock(world);
    const [backlog, state, lock] = [".tool/backlog.json", ".tool/state.json", ".tool/.loop.lock"].map(
      world.read,
    );
    await recover();
    expect([".tool/backlog.json", ".tool/state.json", ".tool/.loop.lock"].map(world.read)).toEqual([
      backlog,
      state,
      lock,
    ]);
  });

  test("so is an item that a person put in progress", async () => {
    setItems([item("002", { status: "in_progress" })]);
    await recover();
    expect(world.items()).toMatchObject([{ status: "in_progress" }]);
    expect(world.logged).toEqual([]);
  });

  test("a project that can't be read keeps no other from it", async () => {
    stuck();
    world.write(".tool/backlog.json", "{");
    await recover();
    expect(world.logged).toEqual([expect.stringContaining("is not valid JSON")]);
  });
});
