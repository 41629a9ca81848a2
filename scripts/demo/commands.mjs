import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const packageRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
export const mainFile = `${packageRoot}/dist/main.cjs`;

/** Thrown where the demo can't go on; the message is all that is shown. */
export class DemoStop extends Error {}

let stopped = false;
let running = null;
// A Ctrl-C goes to the loop as well, which ends by itself and leaves everything in order: so it is waited for.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(name, () => {
    stopped = true;
    if (name !== "SIGINT") running?.kill("SIGTERM");
  });
}
/** Whether somebody has asked the demo to stop. */
export const isStopped = () => stopped;

/** Runs a program to its end; with `live` it has the terminal to itself. */
export async function run(binary, args, { cwd, env = process.env, live = false } = {}) {
  const child = spawn(binary, args, { cwd, env, stdio: live ? "inherit" : ["ignore", "pipe", "pipe"] });
  running = child;
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name]?.setEncoding("utf8").on("data", (chunk) => (text[name] += chunk));
  }
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exit) => resolve(exit ?? 1));
  });
  running = null;
  return { code, ...text };
}

/** As run, for what must not fail. */
export async function must(binary, args, options) {
  const result = await run(binary, args, options);
  if (stopped) throw new DemoStop("Stopped.");
  if (result.code === 0) return result.stdout.trimEnd();
  throw new DemoStop(
    `${binary} ${args[0]} exited with ${result.code}.\n${result.stderr || result.stdout}`.trimEnd(),
  );
}

export const tool = (args, options) => run(process.execPath, [mainFile, ...args], options);
export const mustTool = (args, options) => must(process.execPath, [mainFile, ...args], options);
