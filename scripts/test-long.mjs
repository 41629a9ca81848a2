// `npm run test:long`: what takes an hour. Thousands of simulated nights, and a run killed at every boundary of its effects.
import { spawnSync } from "node:child_process";

const steps = [
  { line: "npm run --silent build", env: {} },
  {
    line: "npx vitest run --project scenarios test/simulation/simulation.test.ts test/simulation/other-root.test.ts",
    env: { SEEDS: "10000" },
  },
  {
    line: "npx vitest run --project e2e --reporter verbose test/e2e/crash-matrix.test.ts",
    env: { CRASH_MATRIX: "all" },
  },
  {
    line: "npx vitest run --project e2e --reporter verbose test/e2e/server-fleet.test.ts",
    env: { SERVER_SECONDS: "120" },
  },
  {
    line: "npx vitest run --project e2e --reporter verbose test/e2e/streams.test.ts",
    env: { STREAM_EVENTS: "10000" },
  },
  { line: "npx vitest run --project attack --reporter verbose", env: { ATTACK: "all" } },
  { line: "node scripts/fuzz.mjs", env: { FUZZ: "20000" } },
];

// What the caller sets stands: SEEDS=1000000 npm run test:long.
for (const { line, env } of steps) {
  console.log(`\n> ${line}`);
  const [command = "", ...args] = line.split(" ");
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...env, ...process.env } });
  if (status !== 0) {
    process.exitCode = status ?? 1;
    break;
  }
}
