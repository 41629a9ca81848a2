import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FEW = 10;
const MANY = 30;

/** How many programs one more item starts: the difference of two runs, so that what a run starts once doesn't count. */
export function countProcesses(workshop, agent) {
  const means = canTrace(workshop) ? strace : shim;
  const [few, many] = [FEW, MANY].map((items) => means.count(workshop, agent, items));
  return { means: means.name, perItem: (many - few) / (MANY - FEW) };
}

/** Sees every program, whoever starts it. */
const strace = {
  name: "strace",
  count(workshop, agent, items) {
    const { path } = workshop.makeProject(items, agent);
    const log = join(workshop.folder("traces"), `${items}.txt`);
    const line = [...workshop.tool, "loop", "run", "--json", "--iterations", String(items)];
    const trace = ["-f", "-qq", "-e", "trace=execve", "-e", "signal=none", "-o", log];
    execFileSync("strace", [...trace, ...line], { cwd: path, env: workshop.env, stdio: "pipe" });
    return readFileSync(log, "utf8")
      .split("\n")
      .filter((entry) => /execve\(.* = 0$/.test(entry)).length;
  },
};

/** Sees the agent and each call of git by name, but nothing that git itself starts. */
const shim = {
  name: "by a git that counts",
  count(workshop, agent, items) {
    const folder = workshop.folder(`shim-${items}`);
    const log = join(folder, "calls.txt");
    const git = execFileSync("/bin/sh", ["-c", "command -v git"], {
      env: workshop.env,
      encoding: "utf8",
    }).trim();
    writeFileSync(join(folder, "git"), `#!/bin/sh\necho git >> '${log}'\nexec '${git}' "$@"\n`);
    chmodSync(join(folder, "git"), 0o755);
    const counted = workshop.makeAgent(`counted-${items}.sh`, `echo agent >> '${log}'\nexec '${agent}'`);
    const { path } = workshop.makeProject(items, counted);
    const env = { ...workshop.env, PATH: `${folder}:${workshop.env.PATH}` };
    const line = [workshop.tool[1], "loop", "run", "--json", "--iterations", String(items)];
    execFileSync(workshop.tool[0], line, { cwd: path, env, stdio: "pipe" });
    return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0;
  },
};

/** It may be missing, or forbidden in a container. */
function canTrace({ env }) {
  return (
    spawnSync("strace", ["-f", "-qq", "-e", "trace=execve", "/bin/true"], { env, stdio: "ignore" }).status ===
    0
  );
}
