import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { crowd } from "../crowd.ts";
import { createServerWorld, type ServerWorld } from "../e2e/server-world.ts";

/** Connections to the built server that say nothing, half of something, or only ever begin: it goes on answering the others. */

const HALF_OPEN = process.env["ATTACK"] === "all" ? 10_000 : 2_000;
/** So that no process of ours needs more handles than any system gives. */
const CLIENTS = 5;
/** Fewer than there are connections: a server that keeps them all can't even open a file. */
const HANDLES = 512;
const ANSWERS = 20;

/** Opens so many; of eleven one dribbles a header, one a body. Says how many were opened once each was, or has failed. */
const CLIENT = `
const { connect } = require("node:net");
const [port, count] = process.argv.slice(1).map(Number);
const sockets = [];
let [opened, failed] = [0, 0];
const tell = () => opened + failed === count && process.stdout.write(opened + "\\n");
for (let at = 0; at < count; at += 1) {
  const socket = connect(port, "127.0.0.1");
  let open = false;
  socket.on("connect", () => {
    open = true;
    opened += 1;
    tell();
  });
  socket.on("error", () => {
    if (open) return;
    failed += 1;
    tell();
  });
  if (at % 11 === 0) socket.write("GET /api/health HTTP/1.1\\r\\nx: ");
  if (at % 11 === 1) socket.write("POST /api/projects/init HTTP/1.1\\r\\nHost: 127.0.0.1:" + port + "\\r\\nX-Tool-Request: true\\r\\nContent-Length: 999\\r\\n\\r\\n{");
  sockets.push(socket);
}
setInterval(() => sockets.forEach((socket, at) => at % 11 < 2 && socket.writable && socket.write(" ")), 200);
`;

const clients: ChildProcess[] = [];
const ends: (() => void)[] = [];
let world: ServerWorld;
let pid: number;
beforeAll(async () => {
  world = await createServerWorld((act) => ends.push(act));
  await world.project("api", "/bin/true", 1);
  const { code, stderr } = await world.run(["server", "start", "--daemon"]);
  if (code !== 0) throw new Error(`server start: ${stderr}`);
  pid = world.state()!.pid;
});
afterAll(async () => {
  for (const client of clients) client.kill("SIGKILL");
  await world.run(["server", "stop", "--force"]);
  for (const end of ends) end();
});

/** The slowest of so many answers, in ms, each on a connection of its own and from files. */
async function slowestAnswer(): Promise<number> {
  const took: number[] = [];
  for (let turn = 0; turn < ANSWERS; turn += 1) {
    const started = performance.now();
    const response = await world.fetch("/api/projects/api/backlog", { headers: { connection: "close" } });
    expect(response.status).toBe(200);
    await response.text();
    took.push(performance.now() - started);
  }
  return Math.round(Math.max(...took));
}

/** How many of so many could be opened. */
const crowdIn = (count: number): Promise<number> => {
  const client = spawn(process.execPath, ["-e", CLIENT, String(world.port), String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  clients.push(client);
  return new Promise((resolve, reject) => {
    client.stdout.once("data", (said) => resolve(Number(said)));
    client.once("exit", (code, signal) => reject(new Error(`The client ended: ${code ?? signal}`)));
  });
};

const memoryMib = (): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);

describe.runIf(process.platform === "linux")("half-open connections", () => {
  it(`${HALF_OPEN} of them keep nobody out, neither by handles nor by memory`, async () => {
    execFileSync("sh", ["-c", `prlimit --pid ${pid} --nofile=${HANDLES}:${HANDLES}`]);
    const [alone, before] = [await slowestAnswer(), memoryMib()];
    const opened = await Promise.all(Array.from({ length: CLIENTS }, () => crowdIn(HALF_OPEN / CLIENTS)));
    const beside = await slowestAnswer();
    const grown = memoryMib() - before;
    const handles = readdirSync(`/proc/${pid}/fd`).length;
    process.stdout.write(
      `network door: ${HALF_OPEN} half-open connections, ${handles} handles, ${grown} MiB more, ` +
        `slowest of ${ANSWERS} answers ${beside} ms (alone ${alone} ms)\n`,
    );
    expect(opened.reduce((all, one) => all + one)).toBeGreaterThan(HANDLES * 2);
    expect(handles).toBeLessThan(HANDLES * 0.75);
    expect(grown).toBeLessThan(150);
    expect(beside).toBeLessThan(1000 * crowd());
  });

  it("an event stream that was open before them goes on", async () => {
    const abort = new AbortController();
    const response = await world.fetch("/api/projects/api/log/stream", { signal: abort.signal });
    const reader = response.body!.getReader();
    await reader.read();
    expect(await crowdIn(1000)).toBeGreaterThan(HANDLES);
    await world.fetch("/api/projects/api/backlog");
    execFileSync("sh", ["-c", `echo "[2026-11-21 10:00:00] Said later" >> .tool/tool.log`], {
      cwd: `${world.root}/api`,
    });
    let text = "";
    while (!text.includes("Said later")) {
      const { done, value } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
    }
    abort.abort();
    expect(text).toContain("Said later");
  });

  it("a loop starts beside them", async () => {
    const answer = await world.fetch("/api/projects/api/loop/start", {
      method: "POST",
      headers: { "X-Tool-Request": "true", "content-type": "application/json" },
      body: "{}",
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("started")]);
  });

  it.runIf(process.env["ATTACK"] === "all")(
    "one that never ends its header is cut off by the clock",
    async () => {
      const started = performance.now();
      const socket = connect(world.port, "127.0.0.1");
      socket.write("GET /api/health HTTP/1.1\r\nx: ");
      const dribble = setInterval(() => socket.writable && socket.write("a"), 500);
      await new Promise((resolve) => socket.on("error", resolve).on("close", resolve));
      clearInterval(dribble);
      expect(performance.now() - started).toBeLessThan(25_000 * crowd());
    },
  );
});
