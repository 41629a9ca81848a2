import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSocketServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isRunning } from "../agents/start-agent.ts";
import { agentScript } from "./harness.ts";
import { createServerWorld, freePort, type AtEnd, type ServerWorld } from "./server-world.ts";
import { toolOnTerminal } from "./terminal.ts";

const PATIENCE = { timeout: 20_000, interval: 50 };

const listening = async (atEnd: AtEnd, port: number, kind: "web" | "mute"): Promise<void> => {
  const sockets = new Set<Socket>();
  const server = kind === "web" ? createServer((_, response) => response.end("hello")) : createSocketServer();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
};

const url = ({ port }: ServerWorld): string => `http://127.0.0.1:${port}`;

test.concurrent("a server that hangs is told with the ways out, and its loops are mended", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  const repo = await world.project("ledger-api", agentScript("cat > /dev/null\nsleep 300"), 1);
  await world.run(["loop", "run", "-d"], repo.path);
  const items = (): unknown => (repo.json(".tool/backlog.json") as { items: unknown }).items;
  await expect.poll(items, PATIENCE).toMatchObject([{ status: "in_progress" }]);
  const pid = world.pid();
  process.kill(pid, "SIGSTOP");
  const { code, stderr } = await world.run(["server", "start"]);
  expect([code, stderr]).toEqual([
    2,
    [
      `error[CONFLICT]: The server does not answer on ${url(world)}.`,
      `  Its process ${pid} lives. Nothing was started.`,
      "→ tool server logs              see what it said last",
      "  tool server restart --force   end it and start another",
      "",
    ].join("\n"),
  ]);
  expect(await world.run(["server", "stop", "--force"])).toMatchObject({
    code: 0,
    stdout: "✓ Server stopped.\n",
    stderr: "",
  });
  expect(items()).toMatchObject([{ status: "pending" }]);
  expect([world.state(), world.processes()]).toEqual([null, []]);
});

test.concurrent("a daemon's life: start, status, logs, start again, restart, stop", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  expect(await world.run(["server", "status"])).toMatchObject({
    code: 0,
    stdout: "○ Not running\n→ tool server start --daemon\n",
  });
  expect(await world.run(["server", "status", "--json"])).toMatchObject({
    stdout: '{\n  "running": false\n}\n',
  });

  const started = await world.run(["server", "start"]);
  const pid = world.state()?.pid ?? 0;
  expect(started).toMatchObject({
    code: 0,
    stdout: `✓ Server started on ${url(world)}  process ${pid}\n`,
    stderr: "",
  });
  expect(await (await world.fetch("/api/health")).json()).toMatchObject({
    rootDirectory: world.root,
    projectCount: 0,
  });
  expect((await world.run(["server", "status"])).stdout).toMatch(
    new RegExp(`^● Running on ${url(world)}  process ${pid} · up \\d+s · \\d+\\.\\d+\\.\\d+\n$`),
  );
  expect(JSON.parse((await world.run(["server", "status", "--json"])).stdout)).toEqual({
    pid,
    port: world.port,
    uptime: expect.any(Number) as number,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
  });
  const again = await world.run(["server", "start", "--port", "5999"]);
  expect([again.code, again.stdout]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^✓ A server is already running on ${url(world)}  for \\d+s\n$`)),
  ]);
  expect((await world.run(["server", "logs", "--tail", "1"])).stdout).toMatch(/Serving on .*, process \d+/);

  const restarted = await world.run(["server", "restart"]);
  const next = world.state()?.pid ?? 0;
  expect(restarted.stdout).toBe(`✓ Server restarted on ${url(world)}  process ${next}\n`);
  expect(next).not.toBe(pid);
  expect(world.processes()).toEqual([next]);

  expect((await world.run(["server", "stop"])).stdout).toBe("✓ Server stopped.\n");
  expect([world.state(), world.processes()]).toEqual([null, []]);
  expect(await world.run(["server", "stop"])).toMatchObject({ code: 0, stdout: "No server is running.\n" });
});

test.concurrent.for<[string, (world: ServerWorld) => unknown]>([
  [
    "of a process that is gone",
    ({ port }) => ({ pid: 2 ** 22 - 1, port, startedAt: "2026-11-20T22:00:00Z" }),
  ],
  [
    "of a pid that is another's now",
    ({ port }) => ({ pid: process.pid, port, startedAt: "2026-11-20T22:00:00Z", processStartTime: "before" }),
  ],
  [
    "whose port somebody else answers",
    ({ port }) => ({ pid: process.pid, port, startedAt: "2026-11-20T22:00:00Z" }),
  ],
  [
    "whose port somebody else has, who says nothing",
    ({ port }) => ({ pid: process.pid, port, startedAt: "2026-11-20T22:00:00Z" }),
  ],
  ["that is torn", () => '{"pid": 1'],
])(
  "a server.json %s is cleaned away, and nobody is killed for it",
  async ([which, stateOf], { expect, onTestFinished: atEnd }) => {
    const world = await createServerWorld(atEnd);
    if (which.startsWith("whose port"))
      await listening(atEnd, world.port, which.endsWith("nothing") ? "mute" : "web");
    world.writeState(stateOf(world));
    expect((await world.run(["server", "stop", "--force"])).stdout).toBe("No server is running.\n");
    expect(existsSync(join(world.home, ".tool", "server.json"))).toBe(false);

    if (which !== "of a process that is gone") return;
    world.writeState(stateOf(world));
    expect((await world.run(["server", "start"])).stdout).toMatch(/^✓ Server started/);
  },
);

test.concurrent("a taken port is told with its holder, and the offer works", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  await listening(atEnd, world.port, "mute");
  for (const mode of ["--daemon", "--foreground"]) {
    const { code, stderr } = await world.run(["server", "start", mode]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(
        `^error\\[CONFLICT\\]: Port ${world.port} is taken by .+, process ${process.pid}\\.\n  It runs in .+\\.\n→ tool server start --port \\d+`,
      ),
    );
  }
  expect(world.processes()).toEqual([]);
  const { stderr } = await world.run(["server", "start"]);
  const port = /--port (\d+)/.exec(stderr)?.[1] ?? "";
  expect((await world.run(["server", "start", "--port", port])).code).toBe(0);
  expect(world.state()?.port).toBe(Number(port));
});

test.concurrent("of starts at once one wins, and the others find it", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  const ports = [world.port, await freePort(), await freePort(), world.port];
  const starts = await Promise.all(
    ports.map((port) => world.run(["server", "start", "--daemon", "--port", `${port}`])),
  );
  expect(starts.map(({ code, stderr }) => [code, stderr])).toEqual(ports.map(() => [0, ""]));
  expect(starts.filter(({ stdout }) => stdout.startsWith("✓ Server started on"))).toHaveLength(1);
  await expect.poll(() => world.processes(), PATIENCE).toEqual([world.state()?.pid]);
});

test.concurrent("its log is put away when it has grown, and what it prints later is still in it", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  const log = join(world.home, ".tool", "server.log");
  writeFileSync(log, "an old line\n".repeat(100_000));
  await world.run(["server", "start"]);
  expect(statSync(`${log}.1`).size).toBe(1_200_000);
  expect(readFileSync(log, "utf8")).toMatch(/^\[.{19}\] Serving on/);
  expect((await world.run(["server", "logs", "--tail", "2"])).stdout).toMatch(
    /^an old line\n\[.{19}\] Serving/,
  );
  await world.run(["server", "stop"]);
  expect(readFileSync(log, "utf8")).toMatch(/Stopped\n$/);
});

test.concurrent("it listens on the loopback address alone, and a root that isn't there is refused", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  await world.run(["server", "start"]);
  const hex = world.port.toString(16).toUpperCase().padStart(4, "0");
  const rows = ["tcp", "tcp6"].flatMap((table) => readFileSync(`/proc/net/${table}`, "utf8").split("\n"));
  const listeners = rows.map((row) => row.trim().split(/\s+/)).filter((row) => row[3] === "0A");
  expect(listeners.map((row) => row[1]).filter((address) => address?.endsWith(`:${hex}`))).toEqual([
    `0100007F:${hex}`,
  ]);
  await world.run(["server", "stop"]);
  const refused = await world.run(["server", "start", "--root", join(world.home, "nowhere")]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    "error[TARGET_NOT_FOUND]: There is no folder ~/nowhere.\n  It is the root directory that projects are looked for in.\n",
  ]);
});

test.concurrent("an open stream doesn't hold up the stop", async ({ expect, onTestFinished: atEnd }) => {
  const world = await createServerWorld(atEnd);
  await world.project("ledger-api", "/bin/true", 1);
  await world.run(["server", "start"]);
  const response = await world.fetch("/api/projects/ledger-api/log/stream");
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const reader = response.body!.getReader();
  await reader.read();
  expect((await world.run(["server", "stop"])).code).toBe(0);
  // One that had to be killed says nothing any more.
  expect(readFileSync(join(world.home, ".tool", "server.log"), "utf8")).toMatch(/Stopped\n$/);
  let end = await reader.read();
  while (!end.done) end = await reader.read();
  expect(end.done).toBe(true);
});

test.concurrent("a server that was killed leaves nothing that the next start minds", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  await world.run(["server", "start"]);
  process.kill(world.pid(), "SIGKILL");
  await expect.poll(() => world.processes(), PATIENCE).toEqual([]);
  expect((await world.run(["server", "start"])).stdout).toMatch(/^✓ Server started/);
});

test.concurrent("a root or a project that is deleted under it leaves it well", async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createServerWorld(atEnd);
  const repo = await world.project(
    "ledger-api",
    agentScript("cat > /dev/null\nsleep 0.5\necho TOOL_DONE"),
    1,
  );
  await world.run(["loop", "run", "-d"], repo.path);
  rmSync(repo.path, { recursive: true, force: true, maxRetries: 3 });
  const loops = async (): Promise<unknown> => (await world.fetch("/api/loops")).json();
  await expect.poll(loops, PATIENCE).toEqual({ data: { loops: [] } });
  rmSync(world.root, { recursive: true, force: true, maxRetries: 3 });
  expect(await (await world.fetch("/api/health")).json()).toMatchObject({ projectCount: 0 });
  expect((await world.fetch("/api/projects")).status).toBe(404);
  expect((await world.run(["server", "stop"], world.home)).stdout).toBe("✓ Server stopped.\n");
  expect(world.processes()).toEqual([]);
});

test("on a terminal it serves in the foreground until Ctrl-C", async () => {
  const world = await createServerWorld(onTestFinished);
  const terminal = toolOnTerminal(["server", "start"], { cwd: world.root, env: world.env, columns: 100 });
  await terminal.shows(`✓ Dashboard on ${url(world)}  root ~/code, 0 projects. Ctrl-C stops it.`);
  expect((await world.fetch("/api/health")).status).toBe(200);
  terminal.press("C-c");
  await terminal.shows("✓ Server stopped.");
  expect(await terminal.exitCode()).toBe(0);
  expect(world.state()).toBeNull();
});

test("a daemon outlives the terminal it was started on", async () => {
  const world = await createServerWorld(onTestFinished);
  const terminal = toolOnTerminal(["server", "start", "--daemon"], { cwd: world.root, env: world.env });
  await terminal.shows("✓ Server started on");
  await terminal.exitCode();
  const leader = terminal.leader();
  expect(isRunning(leader)).toBe(true);
  terminal.hangUp();
  // Whoever was on it has heard of its end.
  await expect.poll(() => isRunning(leader), PATIENCE).toBe(false);
  expect((await world.fetch("/api/health")).status).toBe(200);
  expect((await world.run(["server", "stop"])).stdout).toBe("✓ Server stopped.\n");
});
