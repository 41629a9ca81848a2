import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The same for everything that is measured; an extra CA file alone would add 28 ms to each start of Node 20. */
export function cleanEnvironment(home) {
  const kept = Object.entries(process.env).filter(([name]) => /^(PATH|LANG|LC_ALL|TMPDIR|TZ)$/.test(name));
  return { ...Object.fromEntries(kept), HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
}

/** From the start of a program to its end, which must be well: milliseconds by the clock, and those that it and its children worked. */
export function timeOf([binary, ...args], options, codes = [0]) {
  const workedBefore = childrenMs();
  const started = performance.now();
  const { status, error, stderr } = spawnSync(binary, args, {
    stdio: ["ignore", "ignore", "pipe"],
    ...options,
  });
  const ms = performance.now() - started;
  if (error !== undefined || !codes.includes(status)) {
    throw new Error(`${binary} ${args.join(" ")} exited with ${status}: ${error ?? stderr}`);
  }
  return { ms, worked: workedBefore === null ? null : childrenMs() - workedBefore };
}

/** Each round measures every contestant once, so that what the machine does besides hits all of them; gives a median each. */
export function interleave(rounds, contestants) {
  const times = contestants.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    contestants.forEach((measure, i) => times[i].push(measure()));
  }
  return times.map((of) => ({
    ms: median(of.map(({ ms }) => ms)),
    // Told in steps of 10 ms, so their sum says more than their middle.
    worked: of.some(({ worked }) => worked === null)
      ? null
      : of.reduce((sum, { worked }) => sum + worked, 0) / rounds,
  }));
}

/** A row of the table: ours against a baseline that was measured in turns with it. */
export function versus({ ours, baseline, parts = 1, ...row }) {
  return {
    unit: "ms",
    ...row,
    ours: ours.ms / parts,
    baseline: baseline.ms / parts,
    ratio: ours.ms / baseline.ms,
    ...(ours.worked !== null && baseline.worked > 0 && { worked: ours.worked / baseline.worked }),
  };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs a program and looks at its peak memory until it ends; `peakMiB` is null where the system tells none. */
export async function peakOf([binary, ...args], options) {
  const started = performance.now();
  const child = spawn(binary, args, { stdio: ["ignore", "ignore", "pipe"], ...options });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => (stderr += chunk));
  let peakMiB = null;
  let worked = null;
  const timer = setInterval(() => {
    peakMiB = memoryOf(child.pid)?.peakMiB ?? peakMiB;
    worked = workedBy(child.pid) ?? worked;
  }, 10);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  return { code, peakMiB, stderr, ms: performance.now() - started, worked };
}

/** The kernel's own high-water mark and what is held now; elsewhere what ps says at the moment. Null: it is gone. */
export function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const mib = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
    return Number.isNaN(mib("VmHWM")) ? null : { peakMiB: mib("VmHWM"), nowMiB: mib("VmRSS") };
  } catch {
    if (process.platform === "linux") return null;
  }
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return stdout?.trim() ? { peakMiB: Number(stdout) / 1024, nowMiB: Number(stdout) / 1024 } : null;
}

/** Linux counts in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;

/** Milliseconds that a process has worked by its own counters; null where the system tells none. */
export function workedBy(pid) {
  const fields = statOf(pid);
  return fields === null ? null : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The same of all children of ours that have ended, and of theirs. */
function childrenMs() {
  const fields = statOf("self");
  return fields === null ? null : (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** What stands after the name, which may hold anything. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
