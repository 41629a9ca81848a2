import { defineConfig } from "vitest/config";

const shared = { setupFiles: ["test/fresh-home.ts"], pool: "forks" as const };

/** unit: beside the code · scenarios: the loop in memory · fences: planted violations · e2e: the built binary. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: "unit", include: ["src/**/*.test.ts", "test/contracts/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          name: "scenarios",
          include: ["test/scenarios/**/*.test.ts", "test/simulation/**/*.test.ts"],
        },
      },
      { test: { ...shared, name: "fences", include: ["test/fences/**/*.test.ts"], testTimeout: 60_000 } },
      { test: { ...shared, name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 60_000 } },
    ],
  },
});
