import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { repoAt, scratch, startTool, tool, type Repo, type RunningTool, type ToolResult } from "./harness.ts";

export interface ServerWorld {
  /** Of this test alone: its settings, its server, its loops. */
  readonly home: string;
  /** Where its projects lie, and what the server is started in. */
  readonly root: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], cwd?: string): Promise<ToolResult>;
  start(args: readonly string[], cwd?: string): RunningTool;
  /** What server.json says; null when there is none. */
  state(): { readonly pid: number; readonly port: number; readonly startedAt: string } | null;
  /** The server's process; throws when there is none. */
  pid(): number;
  writeState(state: unknown): void;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** An installed, committed project on branch night, with the agent and so many items. */
  project(name: string, agent: string, items: number): Promise<Repo>;
  /** Processes that bear this home in their environment: the server, its agents, and theirs. */
  processes(): number[];
}

/** A test's own, as its context has it: the imported ones lose track of tests that run at once. */
export type AtEnd = (act: () => void) => void;

/** A home and a port that nobody else has; whatever still runs in it at the end is killed. */
export async function createServerWorld(
  atEnd: AtEnd,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerWorld> {
  const home = scratch("home");
  const root = join(home, "code");
  const stateFile = join(home, ".tool", "server.json");
  const port = await freePort();
  mkdirSync(root);
  mkdirSync(join(home, ".tool"));
  writeFileSync(
    join(home, ".tool", "config.json"),
    `{"port":${port},"rootDirectory":${JSON.stringify(root)}}`,
  );
  const all = { ...env, HOME: home };
  const processes = (): number[] => bearersOf(`HOME=${home}`);
  atEnd(() => {
    for (const pid of processes()) killQuietly(pid);
  });
  const state: ServerWorld["state"] = () =>
    existsSync(stateFile)
      ? (JSON.parse(readFileSync(stateFile, "utf8")) as ReturnType<ServerWorld["state"]>)
      : null;
  let first: Repo | null = null;
  return {
    home,
    root,
    port,
    env: all,
    run: (args, cwd = root) => tool(args, { cwd, env: all }),
    start: (args, cwd = root) => startTool(args, { cwd, env: all }),
    state,
    pid() {
      const pid = state()?.pid;
      // Zero would be this process's own group.
      if (pid === undefined) throw new Error("No server is running");
      return pid;
    },
    writeState: (written) =>
      writeFileSync(stateFile, typeof written === "string" ? written : JSON.stringify(written)),
    fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    async project(name, agent, items) {
      const path = join(root, name);
      if (first === null) first = await createProject(path, agent, all);
      else cpSync(first.path, path, { recursive: true });
      const repo = repoAt(path);
      const marker = repo.json(".tool.json") as { options: Record<string, unknown> };
      marker.options["providerConfig"] = { binary: agent };
      repo.write(".tool.json", JSON.stringify(marker));
      repo.write(
        ".tool/backlog.json",
        JSON.stringify({ project: name, description: "", items: itemsOf(items) }),
      );
      repo.git("add", "-A");
      repo.git("commit", "--quiet", "--allow-empty", "-m", "Plan");
      return repo;
    },
    processes,
  };
}

/** Whether the server of a world that was told to stop came to its end, and was not killed. */
export const endedItself = ({ home }: ServerWorld): boolean =>
  readFileSync(join(home, ".tool", "server.log"), "utf8").endsWith("Stopped\n");

/** One that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function createProject(
  path: string,
  agent: string,
  env: Readonly<Record<string, string>>,
): Promise<Repo> {
  mkdirSync(path);
  execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: path });
  const repo = repoAt(path);
  repo.git("config", "user.name", "A Tester");
  repo.git("config", "user.email", "tester@example.invalid");
  repo.git("commit", "--quiet", "--allow-empty", "-m", "Start");
  const installed = await tool(["install", "--yes"], { cwd: path, env });
  if (installed.code !== 0) throw new Error(`install: ${installed.stdout}${installed.stderr}`);
  const marker = repo.json(".tool.json") as { options: Record<string, unknown> };
  marker.options["provider"] = "generic-cli";
  marker.options["providerConfig"] = { binary: agent };
  repo.write(".tool.json", JSON.stringify(marker));
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "Set up tool");
  repo.git("switch", "--quiet", "-c", "night");
  return repo;
}

const itemsOf = (count: number): unknown[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(i + 1).padStart(3, "0"),
    type: "feature",
    priority: 2,
    title: `Item number ${i + 1}`,
    description: "",
    acceptanceCriteria: ["it is there"],
    status: "pending",
    completedAt: null,
    dependsOn: [],
  }));

function bearersOf(entry: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && environOf(pid).includes(entry));
}

function environOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
