// The real agent programs at the versions of test/real-agents/programs.json, in a cache of their own.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

const programs = JSON.parse(
  readFileSync(new URL("../test/real-agents/programs.json", import.meta.url), "utf8"),
);

/** Installs what isn't there yet, all at once; gives the cache's folder, throws with npm's words when one can't be had. */
export async function installAgents() {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "backlog-loop-agents");
  await Promise.all(programs.map((program) => install(cache, program)));
  return cache;
}

/** A folder bears its final name only when the program in it is whole. */
async function install(cache, program) {
  const spec = `${program.package}@${program.version}`;
  const folder = join(cache, spec);
  if (existsSync(commandIn(folder, program))) return;
  console.log(`installing ${spec}`);
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, "package.json"), '{ "private": true }\n');
  try {
    await npmInstall(spec, fresh);
    const manifest = join(fresh, "node_modules", program.package, "package.json");
    const { version } = JSON.parse(readFileSync(manifest, "utf8"));
    if (version !== program.version || !existsSync(commandIn(fresh, program)))
      throw new Error(`${spec} came as ${version}, or without ${program.command}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

const commandIn = (folder, { command }) => join(folder, "node_modules", ".bin", command);

function npmInstall(spec, folder) {
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", spec];
  const child = spawn("npm", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => (said += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${spec} can't be installed:\n${said.trim()}`)),
    );
  });
}
