import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import type { Hono } from "hono";
import { MUTATION_HEADER } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { installProject } from "#engine/operations/install/install-project";
import { createNodePorts } from "#platform/node-ports";
import { createApp } from "#server/app";
import { createLoopManager } from "#server/loop-manager";
import type { ServerDeps } from "#server/server-deps";
import { createStreams } from "#server/streams/create-streams";
import { checkAnswer } from "./api-document.ts";

const PORT = 5173;
const VERSION = "1.2.3";
const ORIGIN = `http://127.0.0.1:${PORT}`;

/** One disk and one service on it; the project `api` is installed, committed, and has four items. */
export interface ServerWorld {
  readonly root: string;
  readonly project: string;
  readonly app: Hono;
  readonly deps: ServerDeps;
  readonly logged: readonly string[];
  /** Checked against the OpenAPI document before it is given back. */
  ask(method: string, path: string, how?: Asking): Promise<Answer>;
  write(file: string, text: string): void;
  read(file: string): string;
  git(...args: string[]): string;
  items(): BacklogItem[];
  close(): Promise<void>;
}

export interface Asking {
  readonly body?: unknown;
  /** Sent as it is, instead of a body. */
  readonly text?: string | Uint8Array<ArrayBuffer>;
  /** Undefined takes one away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The data, the error, or the whole of what comes unwrapped. */
  readonly data: unknown;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: Record<string, unknown>;
  };
}

export const item = (id: string, fields: Partial<BacklogItem> = {}): BacklogItem => ({
  id,
  type: "feature",
  priority: 2,
  title: `Title of ${id}`,
  description: "",
  acceptanceCriteria: ["it is there"],
  status: "pending",
  completedAt: null,
  ...fields,
});

const ITEMS: readonly BacklogItem[] = [
  item("001", { status: "done", completedAt: "2026-11-01T10:00:00.000Z" }),
  item("002", { priority: 3, type: "bug" }),
  item("003", { status: "blocked", blockedReason: "no key" }),
  item("004", { priority: 1, dependsOn: ["001"] }),
];

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "tool-server-")));
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));

let sample: Promise<string> | null = null;

/** Made once, copied for each world. */
async function makeSample(): Promise<string> {
  const root = join(scratch, "sample");
  const project = join(root, "api");
  mkdirSync(project, { recursive: true });
  mkdirSync(join(root, "bare"));
  const agent = join(scratch, "agent.sh");
  writeFileSync(
    agent,
    '#!/bin/sh\necho work > "work-$TOOL_ITEM_ID"; sleep ${AGENT_SLEEP:-0}; echo TOOL_DONE\n',
  );
  chmodSync(agent, 0o755);
  const git = gitIn(project);
  git("init", "--quiet", "--initial-branch=night", "--template=");
  git("config", "user.name", "A Tester");
  git("config", "user.email", "tester@example.invalid");
  await installProject(createNodePorts(), {
    projectPath: project,
    overrides: { test: "true" },
    options: { provider: "generic-cli", providerConfig: { binary: agent } },
    version: VERSION,
  });
  const backlog = { project: "api", description: "A service", items: ITEMS };
  writeFileSync(join(project, ".tool/backlog.json"), `${JSON.stringify(backlog, null, 2)}\n`);
  mkdirSync(join(project, ".tool/archive"));
  const month = {
    month: "2026-10",
    items: [item("000", { status: "done", completedAt: "2026-10-01T10:00:00Z" })],
  };
  writeFileSync(join(project, ".tool/archive/2026-10.json"), JSON.stringify(month));
  writeFileSync(join(project, ".tool/backlog.json.bak"), JSON.stringify(backlog));
  writeFileSync(join(project, ".tool/tool.log"), "[2026-11-01 10:00:00] Loop completed\n");
  git("add", "-A");
  git("commit", "--quiet", "-m", "Start");
  return root;
}

/** How many files of a name the routes read from now on: those of the project, or those that belong to none. */
export function countReads(
  { deps, project, root }: ServerWorld,
  named: string,
  of: "project" | "root" = "project",
): () => number {
  // What the routes are given: the same object for each of them.
  const files = deps.ports.files.within(of === "project" ? project : root);
  const read = files.read.bind(files);
  let count = 0;
  files.read = (path, ...more) => {
    if (path.endsWith(named)) count += 1;
    return read(path, ...more);
  };
  return () => count;
}

const gitIn =
  (cwd: string) =>
  (...args: string[]): string =>
    execFileSync("git", args, {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();

export async function makeWorld(options: { readonly webRoot?: string } = {}): Promise<ServerWorld> {
  const from = await (sample ??= makeSample());
  const root = join(mkdtempSync(join(scratch, "at-")), "code");
  cpSync(from, root, { recursive: true });
  const project = join(root, "api");
  const git = gitIn(project);
  const ports = createNodePorts();
  const logged: string[] = [];
  const log = (line: string): void => void logged.push(line);
  const loops = createLoopManager(ports, log);
  const streams = createStreams(ports);
  const deps: ServerDeps = {
    ports,
    version: VERSION,
    rootDirectory: async () => root,
    webRoot: options.webRoot ?? join(root, "..", "web"),
    port: () => PORT,
    startedAt: Date.now(),
    loops,
    streams,
    log,
  };
  const app = createApp(deps);
  const read = (file: string): string => readFileSync(join(project, file), "utf8");
  return {
    root,
    project,
    app,
    deps,
    logged,
    git,
    read,
    ask: (method, path, how) => ask(app, method, path, how),
    write(file, text) {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      writeFileSync(join(project, file), text);
    },
    items: () => (JSON.parse(read(".tool/backlog.json")) as { items: BacklogItem[] }).items,
    async close() {
      await loops.stopAll();
      streams.close();
      rmSync(dirname(root), { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function ask(app: Hono, method: string, path: string, how: Asking = {}): Promise<Answer> {
  const all = {
    host: `127.0.0.1:${PORT}`,
    ...(method === "GET" ? {} : { [MUTATION_HEADER]: "true", "content-type": "application/json" }),
    ...how.headers,
  };
  const headers = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const body = how.text ?? (how.body === undefined ? undefined : JSON.stringify(how.body));
  const response = await app.request(`${ORIGIN}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await textOf(response);
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  const value = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  checkAnswer(method, new URL(ORIGIN + path).pathname, response, isJson ? value : null);
  const data = isJson && "data" in value ? value["data"] : value;
  return {
    status: response.status,
    headers: response.headers,
    text,
    data,
    error: value["error"] as Answer["error"],
  };
}

/** Of a stream its beginning: it never ends by itself. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return response.text();
  const reader = response.body!.getReader();
  const first = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(first.value);
}
