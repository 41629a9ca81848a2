import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanEnvironment } from "./measure.mjs";

const packageRoot = fileURLToPath(new URL("..", import.meta.url));

/** A folder for everything a benchmark makes, with a home of its own, and a copy of the build: a newer one in the middle of a run would be another tool. */
export function openWorkshop() {
  const root = mkdtempSync(join(tmpdir(), "backlog-loop-bench-"));
  const home = join(root, "home");
  mkdirSync(home);
  for (const part of ["dist", "templates", "package.json"]) {
    cpSync(join(packageRoot, part), join(root, "package", part), { recursive: true });
  }
  const tool = [process.execPath, join(root, "package/dist/main.cjs")];
  const env = cleanEnvironment(home);
  let count = 0;
  return {
    env,
    home,
    /** How our own command line begins. */
    tool,
    /** A git repository with an identity and git's own settings, as a plain shell loop would find it. */
    makeRepository() {
      const path = join(root, `repository-${(count += 1)}`);
      mkdirSync(path);
      const git = (...args) => execFileSync("git", args, { cwd: path, env, stdio: "pipe", encoding: "utf8" });
      git("-c", "init.defaultBranch=main", "init", "--quiet", "--template=");
      git("config", "user.name", "Bench");
      git("config", "user.email", "bench@localhost");
      writeFileSync(join(path, "README.md"), "# Bench\n");
      git("add", "-A");
      git("commit", "--quiet", "-m", "Start");
      return { path, git };
    },
    /** As makeRepository, installed and committed on a branch of its own, with so many items and an agent. */
    makeProject(items, agent) {
      const { path, git } = this.makeRepository();
      execFileSync(tool[0], [tool[1], "install", "--yes"], { cwd: path, env, stdio: "pipe" });
      edit(join(path, ".tool.json"), (marker) => {
        marker.options.provider = "generic-cli";
        marker.options.providerConfig = { binary: agent ?? "/bin/true" };
      });
      writeFileSync(join(path, ".tool/backlog.json"), backlogText(items));
      git("add", "-A");
      git("commit", "--quiet", "-m", "Set up");
      git("switch", "--quiet", "-c", "night");
      return { path, git };
    },
    /** A shell script outside of any repository. */
    makeAgent(name, body) {
      const path = join(root, name);
      writeFileSync(path, `#!/bin/sh\n${body}\n`);
      chmodSync(path, 0o755);
      return path;
    },
    /** By a name of its own, or at any place. */
    makeFile(name, text) {
      const path = resolve(root, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    folder(name) {
      const path = join(root, name);
      mkdirSync(path, { recursive: true });
      return path;
    },
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** A backlog.json as the tool writes it; `shape` changes each item. */
export function backlogText(items, shape = (one) => one) {
  const backlog = {
    project: "bench",
    description: "What is measured",
    items: Array.from({ length: items }, (_, i) => shape(item(i + 1), i + 1)),
  };
  return `${JSON.stringify(backlog, null, 2)}\n`;
}

/** Of 650 bytes, as items are. */
function item(n) {
  return {
    id: String(n).padStart(3, "0"),
    type: "feature",
    priority: 1 + (n % 4),
    title: `Item ${n} of the benchmark`,
    description: `What is to be built here, and why. ${"It takes some words to say so. ".repeat(10)}`,
    acceptanceCriteria: ["The work is there", "npm test passes"],
    status: "pending",
    completedAt: null,
    notes: "Nothing to note.",
  };
}

function edit(path, change) {
  const value = JSON.parse(readFileSync(path, "utf8"));
  change(value);
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
