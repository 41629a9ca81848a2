// `npm run fuzz`: every reader of a file, an agent's output or a request, with broken inputs; prints which of their
// branches that reached. FUZZ=2000 inputs a reader unless told otherwise, FUZZ_SEED for others.
import { spawnSync } from "node:child_process";

const PARSERS = [
  "src/contracts/{shapes,event-shapes}.ts",
  "src/contracts/schema/{explain,fault}.ts",
  "src/core/agents/**",
  "src/core/events/{narrate,run-story,tellers}.ts",
  "src/core/init/{parse-*,markdown-lines}.ts",
  "src/core/status/{parse-log,derive-status,run-chart*}.ts",
  "src/core/text/{clean-text,fold-line,mask-secrets}.ts",
  "src/engine/files/{read-record,json-fault,inspect-lock}.ts",
  "src/engine/stores/{backlog-store,event-log,agent-record,server-state}.ts",
  "src/server/check-input.ts",
];

const COVERAGE = "--coverage.enabled --coverage.provider=v8 --coverage.reporter=text";
const args = `vitest run --project fuzz ${COVERAGE} --coverage.reportsDirectory=.cache/coverage`.split(" ");
const included = PARSERS.map((files) => `--coverage.include=${files}`);

const { status } = spawnSync("npx", [...args, ...included, "--coverage.exclude=**/*.test.ts"], {
  stdio: "inherit",
  env: { FUZZ: "2000", ...process.env },
});
process.exitCode = status ?? 1;
