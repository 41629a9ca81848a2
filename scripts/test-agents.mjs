// `npm run test:agents`: the built binary's whole loop with each of the real agent programs, against a scripted model
// server on loopback. Fails when a program can't be installed. Arguments go on to vitest: `-- codex`, `-- -t limit`.
import { spawnSync } from "node:child_process";
import { installAgents } from "./install-agents.mjs";

const steps = [
  ["npm", "run", "--silent", "build"],
  // Programs and sleeps mostly wait: two at once keep two cores busy, where vitest would run one.
  ["npx", "vitest", "run", "--project", "agents", "--maxWorkers", "2", ...process.argv.slice(2)],
];

try {
  const env = { ...process.env, AGENTS_CACHE: await installAgents() };
  for (const [command, ...args] of steps) {
    const { status } = spawnSync(command, args, { stdio: "inherit", env });
    if (status !== 0) {
      process.exitCode = status ?? 1;
      break;
    }
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
