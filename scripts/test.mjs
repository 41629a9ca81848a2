// `npm test`: everything, in the order in which it is quickest to fail. Stops at the first failure.
import { spawnSync } from "node:child_process";

const steps = [
  ["npm", "run", "--silent", "ok"],
  ["npm", "run", "--silent", "build"],
  ["npx", "publint", "--strict"],
  [
    "npx",
    "vitest",
    "run",
    "--project",
    "e2e",
    "--project",
    "browser",
    "--project",
    "scale",
    "--project",
    "attack",
    "--project",
    "fuzz",
  ],
];

for (const [command, ...args] of steps) {
  console.log(`\n> ${command} ${args.join(" ")}`);
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) {
    process.exitCode = status ?? 1;
    break;
  }
}
