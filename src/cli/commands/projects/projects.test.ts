import { describe, expect, it } from "vitest";
import { runCli } from "#cli/run-cli";
import { memoryHost, type MemoryHostFacts } from "../../../../test/fakes/memory-host.ts";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";
import { sampleItem } from "../../../../test/samples/sample-item.ts";

const code = "/home/ada/code";

const markerOf = (
  stack: string,
  packageManager: string | null,
  monorepo: boolean,
  options: object = {},
): string =>
  JSON.stringify({
    tool: true,
    version: "1",
    variant: "backlog-json",
    installedAt: "2026-11-12T10:00:00Z",
    installedBy: "1.0.0",
    profile: {
      stack,
      packageManager,
      monorepo,
      commands: { test: null, typecheck: null, lint: null, build: null, format: null },
      verify: "",
    },
    artifactHashes: {},
    options,
  });
const backlogOf = (done: number, total: number): string =>
  JSON.stringify({
    project: "",
    description: "",
    items: Array.from({ length: total }, (_, i) =>
      sampleItem(String(i + 1).padStart(3, "0"), { status: i < done ? "done" : "pending" }),
    ),
  });
const stateOf = (status: string): string =>
  JSON.stringify({
    status,
    iteration: 3,
    maxIterations: 20,
    currentItem: null,
    lastSignal: null,
    startedAt: "2026-11-20T21:00:00Z",
    updatedAt: "2026-11-20T21:30:00Z",
    completedItems: [],
    blockedItems: [],
    deferredItems: [],
    baseCommitHash: null,
    error: null,
  });
const lock = JSON.stringify({
  pid: 42,
  startedAt: "2026-11-20T21:00:00Z",
  processStartTime: "t42",
  token: "x",
});

function world(): MemoryWorld {
  const made = createMemoryWorld({ topLevel: code });
  const files = {
    "ledger-api/.tool.json": markerOf("node-typescript", "pnpm", false),
    "ledger-api/.tool/backlog.json": backlogOf(3, 9),
    "ledger-api/.tool/state.json": stateOf("running"),
    "ledger-api/.tool/.loop.lock": lock,
    "web-shop/.tool.json": markerOf("node-typescript", "npm", true),
    "web-shop/.tool/backlog.json": backlogOf(11, 30),
    "web-shop/.tool/state.json": stateOf("sleeping_limit"),
    "web-shop/.tool/.loop.lock": lock,
    "stats/.tool.json": markerOf("python", null, false),
    "stats/.tool/backlog.json": backlogOf(0, 4),
    "playground/.tool.json": markerOf("go", null, false, { ignoreInTool: true }),
    "old-api/.tool.json": '{\n  "tool": true,\n  oops\n}',
    "notes/README.md": "",
  };
  made.files.plant(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${code}/${path}`, text])),
  );
  made.processes.plant(42, "t42");
  return made;
}

const run = async (made: MemoryWorld, argv: readonly string[], facts: MemoryHostFacts = {}) => {
  const host = memoryHost({ ports: made.runner(), cwd: code, env: { NO_COLOR: "1" }, ...facts });
  const exit = await runCli(argv, host);
  return { exit, out: host.out(), err: host.err(), lines: host.out().split("\n").slice(0, -1) };
};

describe("tool projects list", () => {
  it("is a table; ignored and broken ones stand apart", async () => {
    const { exit, err, lines } = await run(world(), ["projects", "list"]);
    expect([exit, err]).toEqual([0, ""]);
    expect(lines).toEqual([
      "Name        Stack            Pkg Mgr  Monorepo  Path",
      "ledger-api  node-typescript  pnpm     no        ~/code/ledger-api",
      "stats       python           -        no        ~/code/stats",
      "web-shop    node-typescript  npm      yes       ~/code/web-shop",
      "Ignored  playground",
      "Broken   old-api: .tool.json is not valid JSON, line 3",
    ]);
  });

  it("lets a path lose its start where there is no room", async () => {
    const { lines } = await run(world(), ["projects", "list"], { columns: 62 });
    expect(lines[1]).toBe("ledger-api  node-typescript  pnpm     no        …/ledger-api");
  });

  it("--json has all of them, the broken one with its fault", async () => {
    const { exit, out } = await run(world(), ["projects", "list", "--json"]);
    const projects = JSON.parse(out) as { id: string; error?: { code: string }; marker: object | null }[];
    expect(exit).toBe(0);
    expect(projects.map(({ id }) => id)).toEqual([
      "ledger-api",
      "old-api",
      "playground",
      "stats",
      "web-shop",
    ]);
    expect(projects[1]).toMatchObject({ marker: null, error: { code: "INVALID_JSON", file: ".tool.json" } });
  });

  it.each([
    [["--root", "ledger-api"], {}],
    [[], { TOOL_ROOT: `${code}/ledger-api` }],
  ])("looks where it is told to: %j %j", async (flags, env) => {
    const { lines } = await run(world(), ["projects", "list", ...flags], { env: { NO_COLOR: "1", ...env } });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^ledger-api .* ~\/code\/ledger-api$/);
  });

  it("without any, says so and how to get there; to a script one word on stderr", async () => {
    const empty = createMemoryWorld({ topLevel: code });
    empty.files.plant({ [`${code}/x/y`]: "" });
    expect((await run(empty, ["projects", "list"])).lines).toEqual([
      "There are no projects in ~/code.",
      "→ tool config set rootDirectory <folder>   where your projects lie",
      "  tool init my-app                         start a new one",
    ]);
    const piped = await run(empty, ["projects", "list"], { terminal: false });
    expect([piped.exit, piped.out, piped.err]).toEqual([0, "", "no projects\n"]);
  });

  it("names a root that isn't there", async () => {
    const { exit, err } = await run(world(), ["projects", "list", "--root", "gone"]);
    expect([exit, err.split("\n")[0]]).toEqual([2, "error[TARGET_NOT_FOUND]: There is no folder gone."]);
  });
});

describe("tool projects status", () => {
  it("shows state and progress of each", async () => {
    const { exit, lines } = await run(world(), ["projects", "status"]);
    expect(exit).toBe(0);
    expect(lines).toEqual([
      "Name        State               Backlog Progress  Path",
      "ledger-api  ● Running           ━━━──────   3/9   ~/code/ledger-api",
      "stats       ○ Idle              ─────────   0/4   ~/code/stats",
      "web-shop    z Sleeping (Limit)  ━━━────── 11/30   ~/code/web-shop",
      "Broken   old-api: .tool.json is not valid JSON, line 3",
    ]);
  });

  it("says it in words to a script", async () => {
    const { lines } = await run(world(), ["projects", "status"], { terminal: false });
    expect(lines.slice(0, 2)).toEqual([
      "Name        State             Backlog Progress  Path",
      "ledger-api  Running           3/9               ~/code/ledger-api",
    ]);
  });

  it("--json has the whole status of each, null where none can be told", async () => {
    const { out } = await run(world(), ["projects", "status", "--json"]);
    const rows = JSON.parse(out) as { id: string; status: { loopState: string } | null }[];
    expect(rows.map(({ id, status }) => [id, status?.loopState ?? null])).toEqual([
      ["ledger-api", "RUNNING"],
      ["old-api", null],
      ["playground", "IDLE"],
      ["stats", "IDLE"],
      ["web-shop", "SLEEPING_LIMIT"],
    ]);
  });
});
