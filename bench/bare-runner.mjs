// The least that a runner in Node does for an item: an agent with pipes in a group of its own, a backlog.json that says
// done, `git add` and `git commit` by a shell that stands ready. Nothing is logged, checked, selected or recovered.
// As `orderly` it also asks git what must be known before a run, and writes what one must find after a crash: the lock,
// the state before and after, each backlog with the one before it kept, events and log. It still judges nothing. Given
// the folder of a build, it also loads, as that does, the code by which a runner would judge, and leaves it alone.
import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire, Module } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

const [agent, count, isOrderly, build] = process.argv.slice(2);
if (build !== undefined) for (const chunk of ["base", "loop"]) loadChunk(chunk);
const backlog = readFileSync("backlog.json", "utf8");
if (isOrderly) {
  git("rev-parse", "--show-toplevel", "--absolute-git-dir");
  writeFileSync(".git/loop.lock", String(process.pid), { flag: "wx" });
  git("status", "--porcelain=v2", "-z", "--untracked-files=all");
  writeFileSync(".gitignore", "state.*\nbacklog.json.*\nevents.ndjson\nrun.log\n");
  git("check-ignore", "state.json");
}
const shell = spawn("/bin/sh", [], { stdio: ["pipe", "pipe", "inherit"] });
let answered = () => undefined;
shell.stdout.on("data", () => answered());

for (let item = 1; item <= Number(count); item += 1) {
  if (isOrderly) begin(item);
  await runAgent(item);
  tell("signal", item);
  writeBacklog(`${item} is done`);
  await call("git add -A");
  await call(`git commit --quiet -m "item ${item}"`);
  if (isOrderly) end(item);
}
if (isOrderly) {
  await call("git maintenance run --auto --quiet");
  rmSync(".git/loop.lock");
}
shell.stdin.end();

/** From its code cache. */
function loadChunk(chunk) {
  const name = readdirSync(build).find((one) => one.startsWith(`${chunk}-`) && one.endsWith(".cjs"));
  const filename = join(build, name);
  const source = Module.wrap(readFileSync(filename, "latin1"));
  const script = new Script(source, { filename, cachedData: readFileSync(`${filename}.cache`) });
  const module = { exports: {} };
  script.runInThisContext().call(module.exports, module.exports, createRequire(filename), module, filename);
}

function begin(item) {
  replace("state.json", JSON.stringify({ currentItem: item }));
  writeBacklog(`${item} is in progress`);
  tell("started", item);
}

function end(item) {
  replace("state.json", JSON.stringify({ completed: item }));
  tell("completed", item);
}

function writeBacklog(last) {
  if (isOrderly) {
    linkSync("backlog.json", "backlog.json.old");
    renameSync("backlog.json.old", "backlog.json.bak");
  }
  replace("backlog.json", `${backlog}${last}\n`);
}

function replace(file, text) {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

function tell(type, item) {
  if (!isOrderly) return;
  const timestamp = new Date().toISOString();
  appendFileSync("events.ndjson", `${JSON.stringify({ type, item, timestamp })}\n`);
  appendFileSync("run.log", `[${timestamp}] ${type} ${item}\n`);
}

function git(...args) {
  execFileSync("git", args, { stdio: "pipe" });
}

function runAgent(item) {
  return new Promise((resolve) => {
    const env = { ...process.env, TOOL_ITEM_ID: String(item) };
    const child = spawn(agent, [], { env, detached: true, stdio: "pipe" });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    child.stdin.on("error", () => undefined);
    child.stdin.end("What is to be done.");
    child.once("close", resolve);
  });
}

function call(line) {
  return new Promise((resolve) => {
    answered = resolve;
    shell.stdin.write(`${line} </dev/null >/dev/null; echo done\n`);
  });
}
