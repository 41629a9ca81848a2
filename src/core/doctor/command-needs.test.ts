import { expect, test } from "vitest";
import { commandNeeds } from "#core/doctor/command-needs";

test.each([
  ["pytest", "pytest", null],
  ["npm test", "npm", "test"],
  ["npm run lint -- --fix", "npm", "lint"],
  ["pnpm typecheck", "pnpm", null],
  ["pnpm test", "pnpm", "test"],
  ["bun test", "bun", null],
  ["bun run test", "bun", "test"],
  ["CI=1 FORCE_COLOR=0 yarn run build", "yarn", "build"],
  ["./scripts/check.sh all", "./scripts/check.sh", null],
  ["cd web && npm test", null, null],
  ["$RUNNER test", null, null],
  ['"my tool" x', null, null],
  ["(make test)", null, null],
  ["", null, null],
])("%s", (line, program, script) => {
  expect(commandNeeds(line)).toEqual({ program, script });
});
