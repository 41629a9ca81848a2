import { defineConfig } from "vitest/config";

/** The limits are for what hangs, on a busy machine too; what has to be fast says so itself. */
const shared = {
  setupFiles: ["test/fresh-home.ts"],
  pool: "forks" as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
};

/** unit: beside the code · scenarios: the loop in memory · server: every route on real files · fences: planted violations · e2e: the built binary · scale: what it does, counted · agents: with the real programs. */
export default defineConfig({
  test: {
    // On two cores, too: most tests wait for processes.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: ["src/**/*.test.ts", "test/{cli,contracts,model-server}/**/*.test.ts"],
        },
      },
      {
        test: {
          ...shared,
          name: "scenarios",
          include: ["test/scenarios/**/*.test.ts", "test/simulation/**/*.test.ts"],
        },
      },
      { test: { ...shared, name: "server", include: ["test/server/**/*.test.ts"] } },
      { test: { ...shared, name: "fences", include: ["test/fences/**/*.test.ts"], testTimeout: 60_000 } },
      { test: { ...shared, name: "web", include: ["src/web/**/*.test.tsx"], environment: "jsdom" } },
      {
        test: {
          ...shared,
          name: "browser",
          include: ["test/web/**/*.test.ts"],
          globalSetup: ["test/web/bring-chromium.ts"],
          testTimeout: 60_000,
        },
      },
      { test: { ...shared, name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 60_000 } },
      { test: { ...shared, name: "fuzz", include: ["test/fuzz/**/*.test.ts"], testTimeout: 60_000 } },
      {
        test: {
          ...shared,
          name: "attack",
          include: ["test/attack/**/*.test.ts"],
          globalSetup: ["test/web/bring-chromium.ts"],
          testTimeout: 60_000,
        },
      },
      { test: { ...shared, name: "scale", include: ["test/scale/**/*.test.ts"], testTimeout: 60_000 } },
      {
        test: { ...shared, name: "agents", include: ["test/real-agents/**/*.test.ts"], testTimeout: 180_000 },
      },
    ],
  },
});
