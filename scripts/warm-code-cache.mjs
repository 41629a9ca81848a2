// Runs the built program's most used commands once in a scratch project, so that Node keeps what it compiles of them.
// After an installation nothing may fail because of it: without the kept code the program starts a little slower.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../dist/main.cjs", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "backlog-loop-warm-"));
try {
  if (existsSync(main)) warm();
} catch {
  // As said above.
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}

function warm() {
  const project = join(scratch, "project");
  const agent = join(scratch, "agent.sh");
  mkdirSync(project);
  writeFileSync(agent, "#!/bin/sh\necho TOOL_DONE\n");
  chmodSync(agent, 0o755);
  const env = { PATH: process.env.PATH, HOME: scratch, TMPDIR: scratch, TOOL_CODE_CACHE: "update" };
  const run = (file, ...args) =>
    execFileSync(file, args, { cwd: project, env, stdio: "ignore", timeout: 20_000 });
  const tool = (...args) => run(process.execPath, main, ...args);
  const git = (...args) => run("git", ...args);
  tool("install", "--yes");
  for (const title of ["First", "Second"]) {
    tool("backlog", "add", "--type", "chore", "--title", title, "--ac", "It is there");
  }
  tool("backlog", "list", "--json");
  tool("backlog", "list");
  tool("status", "--json");
  tool("status");
  git("init", "--quiet");
  git("config", "user.name", "Warm");
  git("config", "user.email", "warm@localhost");
  const marker = JSON.parse(readFileSync(join(project, ".tool.json"), "utf8"));
  Object.assign(marker.options, { provider: "generic-cli", providerConfig: { binary: agent } });
  writeFileSync(join(project, ".tool.json"), JSON.stringify(marker));
  git("add", "-A");
  git("commit", "--quiet", "-m", "Start");
  tool("loop", "run", "--create-branch", "night", "--json");
}
