import { availableParallelism, loadavg } from "node:os";

/** Of a processor's time, in ms: more than a scheduler gives at once. */
const PIECE_MS = 10;
const EVERY_MS = 250;
/** Samples judged together, a second of them: one interruption is no crowd. */
const TOGETHER = 4;
/** The last ten seconds: what is judged may just be over. */
const KEPT = 40;

const samples: number[] = [];
setInterval(sample, EVERY_MS).unref();

/** How many times longer work takes here than on an idle machine; 1: it is not crowded. What is late by the clock is judged by it. It works itself for some ms: to be asked where a limit is held, not in a loop. */
export function crowd(): number {
  sample();
  return Math.max(1, load(), ...slowness());
}

/** The load is a mean over a minute, and of the whole machine: it knows neither a burst that has begun just now nor a container's quota. */
function load(): number {
  return (loadavg()[0] ?? 0) / availableParallelism();
}

/** Of each second. */
function slowness(): readonly number[] {
  return Array.from({ length: Math.max(1, samples.length - TOGETHER + 1) }, (_, from) => {
    const second = samples.slice(from, from + TOGETHER);
    return second.reduce((all, one) => all + one, 0) / second.length;
  });
}

/** How many times longer a piece of work took than the processor worked on it: whoever waits for his turn sees that at once. Not how late a timer is: what a test itself does in one go is no crowd. */
function sample(): void {
  const from = performance.now();
  const before = process.cpuUsage();
  let worked = 0;
  while (worked < PIECE_MS) {
    const { user, system } = process.cpuUsage(before);
    worked = (user + system) / 1000;
  }
  samples.push((performance.now() - from) / worked);
  if (samples.length > KEPT) samples.shift();
}
