import { expect, test } from "vitest";
import { memoryHost } from "../../../../test/fakes/memory-host.ts";
import { createMemoryWorld } from "../../../../test/fakes/memory-ports.ts";
import { runCli } from "#cli/run-cli";
import { backlogPaths, globalPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { sampleItem } from "../../../../test/samples/sample-item.ts";

const HOME = "/home/user";
const NOW = Date.UTC(2026, 10, 20, 22, 35, 31);
const MARKER = {
  tool: true,
  version: "1",
  variant: "backlog-json",
  installedAt: "2026-11-20T20:00:00.000Z",
  installedBy: "1.0.0",
  profile: {
    stack: "unknown",
    packageManager: null,
    monorepo: false,
    commands: { test: null, typecheck: null, lint: null, build: null, format: null },
    verify: "",
  },
  artifactHashes: {},
  options: {},
};

const items = (done: number, total: number): BacklogItem[] =>
  Array.from({ length: total }, (_, i) =>
    sampleItem(String(i + 1).padStart(3, "0"), { status: i < done ? "done" : "pending" }),
  );

const createMachine = () => {
  const world = createMemoryWorld({ startMs: NOW });
  const add = (
    name: string,
    loop: { pid: number; sinceMs: number; status: string; item: string | null; done: number; total: number },
  ): void => {
    const paths = backlogPaths(`${HOME}/code/${name}`);
    const startedAt = new Date(NOW - loop.sinceMs).toISOString();
    const { pid, status } = loop;
    world.processes.plant(pid);
    world.files.plant({
      [paths.marker]: JSON.stringify(MARKER),
      [paths.backlog]: JSON.stringify({
        project: name,
        description: "",
        items: items(loop.done, loop.total),
      }),
      [paths.lock]: JSON.stringify({ pid, startedAt, processStartTime: null, token: name }),
      [paths.state]: JSON.stringify({
        status,
        iteration: 1,
        maxIterations: 20,
        currentItem: loop.item,
        lastSignal: null,
        startedAt,
        updatedAt: startedAt,
        completedItems: [],
        blockedItems: [],
        deferredItems: [],
        baseCommitHash: null,
        error: null,
        ...(status === "sleeping_limit" && { sleepUntil: "2026-11-21T00:34:00.000Z" }),
      }),
      [`${globalPaths(HOME).active}/${name.length.toString(16).padStart(16, "0")}.json`]: JSON.stringify({
        stateDir: paths.stateDir,
        projectPath: paths.projectPath,
        backlogRoot: paths.root,
        pid,
        startedAt,
        status,
      }),
    });
  };
  const status = async (...words: readonly string[]) => {
    const host = memoryHost({ ports: world.runner(), homeDir: HOME, cwd: HOME, now: NOW });
    const code = await runCli(["status", ...words, "--no-color"], host);
    return { code, out: host.out(), err: host.err() };
  };
  return { world, add, status };
};

test("every live loop of the machine, by name", async () => {
  const { add, status } = createMachine();
  add("ledger-api", { pid: 48213, sinceMs: 31 * 60_000, status: "running", item: "006", done: 3, total: 9 });
  const sleeper = { pid: 48977, sinceMs: (5 * 60 + 2) * 60_000, item: "017", done: 11, total: 30 };
  add("web-shop", { ...sleeper, status: "sleeping_limit" });
  add("docs", { pid: 50112, sinceMs: 70 * 60_000, status: "reviewing", item: null, done: 12, total: 12 });
  expect((await status("--all")).out).toBe(
    [
      "3 loops on this machine",
      "",
      "Project     State                Done  Item  Elapsed    PID",
      "docs        ● Reviewing         12/12         1h 10m  50112",
      "ledger-api  ● Running             3/9  006       31m  48213",
      "web-shop    z Sleeping (Limit)  11/30  017    5h 02m  48977",
      "",
    ].join("\n"),
  );
  const { out } = await status("--all", "--json");
  expect((JSON.parse(out) as { pid: number; loopState: string }[]).map((one) => one.loopState)).toEqual([
    "REVIEWING",
    "RUNNING",
    "SLEEPING_LIMIT",
  ]);
});

test("none, and one whose process is gone", async () => {
  const { world, add, status } = createMachine();
  expect((await status("--all")).out).toBe("No loop is running on this machine.\n");
  add("ledger-api", { pid: 48213, sinceMs: 0, status: "running", item: "006", done: 3, total: 9 });
  world.processes.kill(48213);
  expect((await status("--all")).out).toBe("No loop is running on this machine.\n");
});

test.each([[["--all", "."]], [["--all", "--follow"]], [["--all", "--backlog", "x"]]])(
  "%j is refused",
  async (words) => {
    const { status } = createMachine();
    const { code, err } = await status(...words);
    expect([code, err]).toEqual([2, expect.stringContaining("error[USAGE]: --all and")]);
  },
);
