import { spawn, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const main = process.env["E2E_MAIN"] ?? fileURLToPath(new URL("../../dist/main.cjs", import.meta.url));

/** For what hangs: on a busy machine, too, it answers before. */
const START_MS = 30_000;

export interface RealServer {
  readonly url: string;
  /** The root directory: projects are its folders. */
  readonly root: string;
  /** Runs the tool in the root or a folder of it; its standard output. Throws with stderr unless it exits 0. */
  readonly tool: (folder: string, ...args: readonly string[]) => Promise<string>;
  /** Runs git, or any other program, there. */
  readonly run: (folder: string, program: string, ...args: readonly string[]) => Promise<string>;
  /** Ends the server, and starts it again at the same address. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends it and removes root and home. */
  readonly close: () => Promise<void>;
}

/** The built server on a fresh root and home. Nothing of the machine's own settings is read. */
export async function startServer(): Promise<RealServer> {
  const place = await mkdtemp(join(tmpdir(), "tool-web-"));
  const [root, home] = [join(place, "code"), join(place, "home")];
  await Promise.all([mkdir(root), mkdir(home)]);
  const env = { ...process.env, ...IDENTITY, HOME: home, TOOL_ROOT: root };
  const url = `http://127.0.0.1:${await freePort()}`;
  const run: RealServer["run"] = (folder, program, ...args) =>
    finished(program, args, join(root, folder), env);
  let server: ChildProcess | null = null;
  const start = async () => {
    const port = new URL(url).port;
    const child = spawn(process.execPath, [main, "server", "start", "--foreground", "--port", port], {
      cwd: root,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    server = child;
    await answering(url, child);
  };
  const stop = async () => {
    const ending = server;
    server = null;
    if (ending === null || hasEnded(ending)) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill("SIGTERM");
    await ended;
  };
  await start();
  return {
    url,
    root,
    run,
    tool: (folder, ...args) => run(folder, process.execPath, main, ...args),
    start,
    stop,
    close: async () => {
      await stop();
      await rm(place, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const IDENTITY = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
};

function finished(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const said = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (said.stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (said.stderr += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0
        ? resolve(said.stdout)
        : reject(new Error(`${program} ${args.join(" ")}: ${code}\n${said.stderr}`)),
    );
  });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Throws with its words when it ends before, or takes too long. */
async function answering(url: string, server: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  let said = "";
  server.stderr.on("data", (chunk) => (said += String(chunk)));
  const until = Date.now() + START_MS;
  while (Date.now() < until && !hasEnded(server)) {
    if (
      await fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const why = hasEnded(server) ? "the server has ended" : `not within ${START_MS / 1000} s`;
  server.kill("SIGKILL");
  throw new Error(`${url} does not answer: ${why}\n${said}`);
}
