import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll } from "vitest";

/** The built binary; E2E_MAIN names another build of it, such as that of an installed tarball. */
export const mainFile = process.env["E2E_MAIN"] ?? join(import.meta.dirname, "../../dist/main.cjs");

let scratchRoot: string | null = null;
afterAll(() => {
  if (scratchRoot !== null) rmSync(scratchRoot, { recursive: true, force: true, maxRetries: 3 });
});

/** A new folder of its own, gone when the test file is through. */
export function scratch(name: string): string {
  scratchRoot ??= mkdtempSync(join(tmpdir(), "tool-e2e-"));
  const folder = join(mkdtempSync(join(scratchRoot, "at-")), name);
  mkdirSync(folder);
  return folder;
}

/** Opens the way to a path of `scratch` to every user. */
export function letIn(path: string): void {
  for (let way = path; way.startsWith(scratchRoot ?? path); way = dirname(way)) chmodSync(way, 0o755);
}

/** Another user, as root can be: one who may nothing here. */
export const NOBODY = { uid: 65534, gid: 65534 } as const;

interface Program {
  readonly node: string;
  readonly main: string;
}

const OWN: Program = { node: process.execPath, main: mainFile };
let ofNobody: Program | null | undefined;

/** What NOBODY can run: below /root a checkout and a node are closed to him, and are copied. Null where he isn't let into the copy either. */
export function programOfNobody(): Program | null {
  const runs = ({ node, main }: Program): boolean =>
    spawnSync(node, [main, "version"], { ...NOBODY, cwd: "/", env: environment() }).status === 0;
  if (ofNobody !== undefined) return ofNobody;
  if (runs(OWN)) return (ofNobody = OWN);
  const place = scratch("tool");
  for (const name of ["dist", "templates", "package.json"])
    cpSync(join(dirname(mainFile), "..", name), join(place, name), { recursive: true });
  const copy = { node: join(place, "node"), main: join(place, "dist", "main.cjs") };
  cpSync(process.execPath, copy.node);
  letIn(place);
  return (ofNobody = runs(copy) ? copy : null);
}

export interface ToolOptions {
  readonly cwd: string;
  /** On top of this process's own (whose home is fresh); undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Written to stdin, which is closed either way. */
  readonly input?: string;
  /** Of NOBODY. */
  readonly uid?: number;
  readonly gid?: number;
}

export interface ToolResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningTool {
  readonly pid: number;
  readonly ended: Promise<ToolResult>;
  /** What stdout holds so far. */
  stdout(): string;
  kill(signal: NodeJS.Signals): void;
}

/** Runs the binary to its end. */
export function tool(args: readonly string[], options: ToolOptions): Promise<ToolResult> {
  return startTool(args, options).ended;
}

/** For what is to be looked at, or ended, while it runs. */
export function startTool(args: readonly string[], options: ToolOptions): RunningTool {
  const program = options.uid === undefined ? OWN : programOfNobody();
  if (program === null) throw new Error("Another user isn't let in here");
  return startProgram(program.node, [program.main, ...args], options);
}

/** Any script under the same node and the same clean environment. */
export function startNode(args: readonly string[], options: ToolOptions): RunningTool {
  return startProgram(process.execPath, args, options);
}

/** Waits until a running tool has come to something; one that ends before fails with what it said. */
export async function comesTo(running: RunningTool, what: () => boolean): Promise<void> {
  const ends: ToolResult[] = [];
  void running.ended.then((result) => ends.push(result));
  for (;;) {
    const [ended] = ends;
    if (what()) return;
    if (ended !== undefined) throw new Error(`It ended before: ${JSON.stringify(ended)}`);
    await pause(20);
  }
}

function startProgram(program: string, args: readonly string[], options: ToolOptions): RunningTool {
  const { env, input, ...how } = options;
  const child = spawn(program, args, { ...how, env: { ...environment(), ...env }, stdio: "pipe" });
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => (text[name] += chunk));
  }
  child.stdin.on("error", () => undefined).end(input ?? "");
  const ended = new Promise<ToolResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, ...text }));
  });
  return { pid: child.pid!, ended, stdout: () => text.stdout, kill: (signal) => void child.kill(signal) };
}

export interface Repo {
  readonly path: string;
  /** Trimmed output; throws with git's words. */
  git(...args: string[]): string;
  read(file: string): string;
  /** The parsed file, for the caller to say what it is. */
  json(file: string): unknown;
  write(file: string, text: string): void;
  exists(file: string): boolean;
  /** Subjects on HEAD, oldest first. */
  subjects(): string[];
}

/** A git repository with an identity and one commit, on branch main. */
export function makeRepo(files: Readonly<Record<string, string>> = { "README.md": "# A project\n" }): Repo {
  const repo = repoAt(scratch("project"));
  repo.git("init", "--quiet", "--initial-branch=main");
  repo.git("config", "user.name", "A Tester");
  repo.git("config", "user.email", "tester@example.invalid");
  for (const [file, text] of Object.entries(files)) repo.write(file, text);
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "--allow-empty", "-m", "Start");
  return repo;
}

/** A repository that is there already. */
export function repoAt(path: string): Repo {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: path, env: environment(), encoding: "utf8", stdio: "pipe" }).trim();
  const read = (file: string): string => readFileSync(join(path, file), "utf8");
  return {
    path,
    git,
    read,
    json: (file) => JSON.parse(read(file)) as unknown,
    write(file, text) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    },
    exists: (file) => existsSync(join(path, file)),
    subjects: () => git("log", "--reverse", "--format=%s").split("\n"),
  };
}

/** An executable outside of any repository: a shell script, or node when its first line is `#!/usr/bin/env node`. */
export function agentScript(body: string): string {
  const isNode = body.startsWith("#!/usr/bin/env node");
  const path = join(scratch("agent"), isNode ? "agent.mjs" : "agent.sh");
  writeFileSync(path, isNode || body.startsWith("#!") ? body : `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** An installed, committed project on branch night whose agent is the script. Items come from `tool backlog add`. */
export async function makeProject(
  agent: string,
  files?: Readonly<Record<string, string>>,
  providerConfig: Readonly<Record<string, unknown>> = {},
): Promise<Repo> {
  const repo = makeRepo(files);
  const installed = await tool(["install", "--yes"], { cwd: repo.path });
  if (installed.code !== 0) throw new Error(`install: ${installed.stdout}${installed.stderr}`);
  const marker = repo.json(".tool.json") as { options: Record<string, unknown> };
  marker.options["provider"] = "generic-cli";
  marker.options["providerConfig"] = { binary: agent, ...providerConfig };
  repo.write(".tool.json", `${JSON.stringify(marker, null, 2)}\n`);
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "Set up tool");
  repo.git("switch", "--quiet", "-c", "night");
  return repo;
}

/** Adds items by the command line, in this order; gives their ids. */
export async function addItems(repo: Repo, items: readonly (readonly string[])[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [title = "", ...more] of items) {
    const args = ["backlog", "add", "--title", title, "--type", "feature", "--ac", "it is there", ...more];
    const { code, stdout, stderr } = await tool(args, { cwd: repo.path });
    if (code !== 0) throw new Error(`backlog add: ${stderr}`);
    ids.push(stdout.trim());
  }
  return ids;
}

/** Items that are nothing but a title, and a commit of all that there is. */
export async function commitItems(repo: Repo, titles: readonly string[]): Promise<void> {
  await addItems(
    repo,
    titles.map((title) => [title]),
  );
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "Items");
}

/** This process's own, without what belongs to the test runner or names a repository; UTF-8 wherever the suite runs. */
export function environment(): Record<string, string | undefined> {
  const foreign =
    /^(VITEST|NODE_OPTIONS$|NODE_ENV$|GIT_DIR$|GIT_WORK_TREE$|GIT_INDEX_FILE$|LC_|NODE_EXTRA_CA_CERTS$)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(kept), LANG: "C.UTF-8" };
}
