import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { DemoStop, must, mustTool, run } from "./commands.mjs";
import { ITEMS } from "./items.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const FOLDERS_TRIED = 100;

/** A new folder: the one that was asked for, or ~/backlog-demo, -2, -3 … */
export function makeFolder(home, asked) {
  if (asked !== undefined) {
    const path = resolve(process.env.INIT_CWD ?? process.cwd(), asked);
    mkdirSync(dirname(path), { recursive: true });
    if (!create(path)) throw new DemoStop(`${path} is there already. Nothing was written.`);
    return path;
  }
  for (let n = 1; n <= FOLDERS_TRIED; n += 1) {
    const path = join(home, n === 1 ? "backlog-demo" : `backlog-demo-${n}`);
    if (create(path)) return path;
  }
  throw new DemoStop(`There are ${FOLDERS_TRIED} demos in ${home} already. Delete some, or use --dir.`);
}

/** The program with its failing tests, as the first commit of a repository that asks nothing of the user's git. */
export async function makeRepository(path, env) {
  const git = (...args) => must("git", args, { cwd: path, env });
  cpSync(join(here, "ledger"), path, { recursive: true });
  await git("-c", "init.defaultBranch=main", "init", "--quiet", "--template=");
  const own = [await identity(path, "user.name"), await identity(path, "user.email")];
  const [name, email] = own.every(Boolean) ? own : ["Backlog Demo", "demo@localhost"];
  for (const [key, value] of [
    ["user.name", name],
    ["user.email", email],
    ["commit.gpgsign", "false"],
    ["core.hooksPath", ".git/hooks"],
  ]) {
    await git("config", key, value);
  }
  await git("add", "-A");
  await git("commit", "--quiet", "-m", "A ledger with failing tests");
}

/** Installs, names the scripted agent in the marker, commits. */
export async function installTool(path, env, { scripted, quick }) {
  const report = await mustTool(["install", "--yes"], { cwd: path, env });
  if (scripted) {
    const file = join(path, ".tool.json");
    const marker = JSON.parse(readFileSync(file, "utf8"));
    marker.options.provider = "generic-cli";
    marker.options.providerConfig = {
      displayName: "Scripted agent",
      binary: process.execPath,
      args: [join(here, "agent.mjs")],
      outputFormat: "claude-stream-json",
      ...(quick && { env: { DEMO_PACE: "0" } }),
    };
    writeFileSync(file, `${JSON.stringify(marker, null, 2)}\n`);
  }
  await must("git", ["add", "-A"], { cwd: path, env });
  await must("git", ["commit", "--quiet", "-m", "Set up tool"], { cwd: path, env });
  return report;
}

/** The six items, by the command line; calls back with the id of each. */
export async function seedBacklog(path, env, onItem) {
  for (const { title, type, priority, description, criteria, dependsOn } of ITEMS) {
    const args = ["backlog", "add", "--title", title, "--type", type, "--priority", String(priority)];
    args.push("--description", description, ...criteria.flatMap((text) => ["--ac", text]));
    if (dependsOn !== undefined) args.push("--depends-on", dependsOn);
    const id = await mustTool(args, { cwd: path, env });
    onItem({ id, title, type, priority, dependsOn });
  }
}

/** How many of the program's tests fail and how many there are, by running them. */
export async function countTests(path, env) {
  const { stdout } = await run(process.execPath, ["--test", "--test-reporter=tap"], {
    cwd: path,
    env: { ...env, NODE_OPTIONS: "" },
  });
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(stdout)?.[1] ?? 0);
  return { failing: count("fail"), all: count("tests") };
}

/** What the user's own git says; "" where it says nothing. */
async function identity(path, key) {
  return (await run("git", ["config", key], { cwd: path })).stdout.trim();
}

function create(path) {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw new DemoStop(`${path} can't be made: ${error.code}.`);
  }
}
