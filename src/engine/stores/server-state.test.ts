import { expect, test } from "vitest";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";
import { SERVER_LOG_MAX_BYTES } from "#contracts/limits";
import { globalPaths } from "#contracts/paths";
import { findServer } from "#engine/operations/service/find-server";
import type { LoopbackAnswer, ServerPorts } from "#engine/server-ports";
import { openServerLog, readServerLog } from "#engine/stores/server-log";
import { claimServer, readServerState, releaseServer } from "#engine/stores/server-state";

const { server, serverLog } = globalPaths("/home/user");
const HEALTH = { version: "1.0.0", uptime: 3, rootDirectory: "/work", projectCount: 0 };
const AT = "2026-11-20T22:00:00.000Z";

const answering = (answer: LoopbackAnswer | null): ServerPorts => ({
  ask: async () => answer,
  isPortFree: async () => true,
  holderOf: async () => null,
  startDetached: () => Promise.reject(new Error("nothing is started here")),
  signal: () => false,
});

test.each<[string, unknown, LoopbackAnswer | null, string]>([
  ["no file", null, null, "none"],
  ["a dead process", { pid: 7, port: 5173, startedAt: AT }, { status: 200, body: HEALTH }, "none"],
  [
    "a recycled pid",
    { pid: 42, port: 5173, startedAt: AT, processStartTime: "x" },
    { status: 200, body: HEALTH },
    "none",
  ],
  [
    "its own process",
    { pid: 42, port: 5173, startedAt: AT, processStartTime: "t42" },
    { status: 200, body: HEALTH },
    "running",
  ],
  ["its own process, busy", { pid: 42, port: 5173, startedAt: AT, processStartTime: "t42" }, null, "silent"],
  [
    "a pid that can't be told, and health",
    { pid: 42, port: 5173, startedAt: AT },
    { status: 200, body: HEALTH },
    "running",
  ],
  [
    "a pid that can't be told, and another's page",
    { pid: 42, port: 5173, startedAt: AT },
    { status: 200, body: "<html>" },
    "none",
  ],
  [
    "a pid that can't be told, and an error",
    { pid: 42, port: 5173, startedAt: AT },
    { status: 500, body: HEALTH },
    "none",
  ],
  ["half a file", "{", { status: 200, body: HEALTH }, "none"],
])("server.json of %s", async (_which, state, answer, kind) => {
  const world = createMemoryWorld();
  const ports = world.runner();
  world.processes.plant(42);
  if (state !== null) {
    world.files.plant({ [server]: typeof state === "string" ? state : JSON.stringify(state) });
  }
  expect((await findServer(ports, answering(answer))).kind).toBe(kind);
  expect(world.files.textOf(server) === null).toBe(kind === "none");
});

test("of two that claim it at once one serves; its record goes with it alone", async () => {
  const world = createMemoryWorld();
  const [first, second] = [world.runner(), world.runner()];
  let listening = 0;
  const listen = async (): Promise<number> => {
    listening += 1;
    await first.clock.sleep(10);
    return 5173;
  };
  const claims = await Promise.all([claimServer(first, listen), claimServer(second, listen)]);
  expect([claims.filter(({ mine }) => mine).length, listening]).toEqual([1, 1]);
  const winner = claims.find(({ mine }) => mine)!.state;
  expect(await readServerState(first)).toEqual(winner);
  await releaseServer(first, winner.pid + 1);
  expect(await readServerState(first)).toEqual(winner);
  await releaseServer(first, winner.pid);
  expect(await readServerState(first)).toBeNull();
});

test("a port that can't be had leaves no record", async () => {
  const ports = createMemoryWorld().runner();
  await expect(claimServer(ports, () => Promise.reject(new Error("taken")))).rejects.toThrow("taken");
  expect(await readServerState(ports)).toBeNull();
});

test("the log is emptied into its predecessor once it is too long, and no line is lost", async () => {
  const world = createMemoryWorld();
  const ports = world.runner();
  world.files.plant({ [serverLog]: `${"x".repeat(99)}\n`.repeat(SERVER_LOG_MAX_BYTES / 100 + 1) });
  const log = openServerLog(ports);
  log("one");
  log("two");
  await ports.clock.sleep(1);
  expect(
    world.files
      .textOf(serverLog)
      ?.split("\n")
      .map((line) => line.slice(22)),
  ).toEqual(["one", "two", ""]);
  expect(world.files.textOf(`${serverLog}.1`)?.length).toBeGreaterThan(SERVER_LOG_MAX_BYTES);
  expect((await readServerLog(ports, 3)).map((line) => line.slice(-3))).toEqual(["xxx", "one", "two"]);
  world.files.hook = ({ op }) => {
    if (op === "append") throw new Error("the disk is full");
  };
  log("three");
  await ports.clock.sleep(1);
  world.files.hook = null;
  log("four");
  await ports.clock.sleep(1);
  expect(await readServerLog(ports, 1)).toEqual([expect.stringContaining("four")]);
});
