import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { memoryOf, workedBy } from "./measure.mjs";

const HOST = "127.0.0.1";
const START_MS = 30_000;
const STOP_MS = 5000;
const CONNECTIONS = 16;

/** The tool's server over the projects of a folder, as a daemon with a home of its own. */
export async function startServer({ tool, env, folder }, root) {
  const port = await freePort();
  const home = folder(`home-${port}`);
  const args = ["server", "start", "--daemon", "--port", String(port), "--root", root];
  const [node, main] = tool;
  const { status, stderr } = spawnSync(node, [main, ...args], {
    env: { ...env, HOME: home },
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`The server doesn't start: ${stderr}`);
  const { pid } = JSON.parse(readFileSync(join(home, ".tool/server.json"), "utf8"));
  return handle(pid, port, "/api/health");
}

/** Node's own server, which does next to nothing. */
export async function startBareServer({ env }, file, events) {
  const port = await freePort();
  const script = fileURLToPath(new URL("bare-server.mjs", import.meta.url));
  const { pid } = spawn(process.execPath, [script, String(port), file, events], { env, stdio: "ignore" });
  return handle(pid, port, "/small");
}

async function handle(pid, port, ping) {
  const end = (signal) => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  };
  const kill = () => end("SIGKILL");
  process.once("exit", kill);
  for (const patience = performance.now() + START_MS; !(await answers(port, ping)); await pause(50)) {
    if (performance.now() > patience) throw new Error(`The server on port ${port} doesn't answer.`);
  }
  return {
    /** Null where the system tells none. */
    memory: () => memoryOf(pid),
    worked: () => workedBy(pid),
    get: (path, headers = {}) => request(port, path, { headers }),
    load: (path, requests, headers = {}) => load(port, path, requests, headers),
    openStream: (path, hear) => openStream(port, path, hear),
    readEvents: (id, events) => readEvents(port, `/api/projects/${id}/loop/events`, events),
    async stop() {
      process.off("exit", kill);
      end("SIGTERM");
      const patience = performance.now() + STOP_MS;
      while (performance.now() < patience && end(0)) await pause(20);
      kill();
    },
  };
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const answers = (port, path) =>
  request(port, path).then(
    ({ status }) => status === 200,
    () => false,
  );

function request(port, path, options = {}) {
  return new Promise((resolve, reject) => {
    const asked = get({ host: HOST, port, path, ...options }, (response) => {
      let bytes = 0;
      response.on("data", (chunk) => (bytes += chunk.length));
      response.once("end", () => resolve({ status: response.statusCode, headers: response.headers, bytes }));
      response.once("error", reject);
    });
    asked.once("error", reject);
  });
}

/** So many requests over a few connections that stay open; gives the milliseconds, and the status they all had. */
async function load(port, path, requests, headers) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses = new Set();
  let left = requests;
  const started = performance.now();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      statuses.add((await request(port, path, { headers, agent })).status);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const ms = performance.now() - started;
  agent.destroy();
  return { ms, statuses: [...statuses] };
}

/** Resolves once the stream has begun; `cut` ends it as a reader that goes away does. */
function openStream(port, path, hear = () => undefined) {
  return new Promise((resolve, reject) => {
    const asked = get({ host: HOST, port, path, agent: false }, (response) => {
      response.on("data", hear);
      response.on("error", () => undefined);
      resolve({ status: response.statusCode, cut: () => asked.destroy() });
    });
    asked.on("error", reject);
  });
}

const RECORD = Buffer.from("\nevent: loop_event\n");

/** Milliseconds until one reader has had all of them. */
async function readEvents(port, path, events) {
  const started = performance.now();
  let heard = 0;
  await new Promise((resolve, reject) => {
    let end = Buffer.alloc(0);
    const hear = (chunk) => {
      const text = Buffer.concat([end, chunk]);
      let at = -1;
      let after = 0;
      while ((at = text.indexOf(RECORD, after)) >= 0) {
        heard += 1;
        after = at + RECORD.length;
      }
      end = text.subarray(Math.max(after, text.length - RECORD.length + 1));
      if (heard === events) stream.then(({ cut }) => resolve(cut()), reject);
    };
    const stream = openStream(port, path, hear);
    stream.catch(reject);
  });
  return performance.now() - started;
}

/** One that nobody listens on now. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, HOST, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
