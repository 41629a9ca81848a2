import { spawn, spawnSync } from "node:child_process";

/** The same for everything that is measured; an extra CA file alone would add 28 ms to each start of Node 20. */
export function cleanEnvironment(home) {
  const kept = Object.entries(process.env).filter(([name]) => /^(PATH|LANG|LC_ALL|TMPDIR|TZ)$/.test(name));
  return { ...Object.fromEntries(kept), HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
}

/** Milliseconds from the start of a program to its end, which must be well. */
export function timeOf([binary, ...args], options, codes = [0]) {
  const started = performance.now();
  const { status, error, stderr } = spawnSync(binary, args, {
    stdio: ["ignore", "ignore", "pipe"],
    ...options,
  });
  const ms = performance.now() - started;
  if (error !== undefined || !codes.includes(status)) {
    throw new Error(`${binary} ${args.join(" ")} exited with ${status}: ${error ?? stderr}`);
  }
  return ms;
}

/** Each round measures every contestant once, so that what the machine does besides hits all of them. */
export function interleave(rounds, contestants) {
  const times = contestants.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    contestants.forEach((measure, i) => times[i].push(measure()));
  }
  return times.map(median);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs a program and looks at its peak memory until it ends; `peakMiB` is null where the system tells none. */
export async function peakOf([binary, ...args], options, readPeakMiB) {
  const started = performance.now();
  const child = spawn(binary, args, { stdio: ["ignore", "ignore", "pipe"], ...options });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => (stderr += chunk));
  let peakMiB = null;
  const timer = setInterval(() => (peakMiB = readPeakMiB(child.pid) ?? peakMiB), 10);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  return { code, peakMiB, stderr, ms: performance.now() - started };
}
