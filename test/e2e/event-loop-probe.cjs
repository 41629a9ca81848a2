// Preloaded into a server under test: at SIGUSR2 writes how late its timers were, in ms, to a file. `cpu` counts only the
// time that the process itself worked in between, which says the same on a busy machine as on an idle one.
if (process.argv.includes("--foreground")) {
  const { writeFileSync } = require("node:fs");
  const { createHistogram } = require("node:perf_hooks");
  const EVERY_MS = 10;
  const wall = createHistogram();
  const cpu = createHistogram();
  let last = performance.now();
  let usage = process.cpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(usage);
    wall.record(Math.max(1, Math.round((now - last - EVERY_MS) * 1000)));
    cpu.record(Math.max(1, user + system));
    last = now;
    usage = process.cpuUsage();
  }, EVERY_MS).unref();
  const told = (histogram) => ({
    p50: histogram.percentile(50) / 1000,
    p99: histogram.percentile(99) / 1000,
    max: histogram.max / 1000,
  });
  process.on("SIGUSR2", () => {
    writeFileSync(process.env.EVENT_LOOP_FILE, JSON.stringify({ wall: told(wall), cpu: told(cpu) }));
  });
}
