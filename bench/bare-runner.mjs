// The least that a runner in Node does for an item: an agent with pipes in a group of its own, a backlog.json that says
// done, `git add` and `git commit` by a shell that stands ready. Nothing is logged, checked, selected or recovered.
import { spawn } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";

const [agent, count] = process.argv.slice(2);
const backlog = readFileSync("backlog.json", "utf8");
const shell = spawn("/bin/sh", [], { stdio: ["pipe", "pipe", "inherit"] });
let answered = () => undefined;
shell.stdout.on("data", () => answered());

for (let item = 1; item <= Number(count); item += 1) {
  await runAgent(item);
  writeFileSync("backlog.json.tmp", `${backlog}${item}\n`);
  renameSync("backlog.json.tmp", "backlog.json");
  await call("git add -A");
  await call(`git commit --quiet -m "item ${item}"`);
}
shell.stdin.end();

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
