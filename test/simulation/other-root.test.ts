import { expect, it } from "vitest";

const SEEDS = Number(process.env["SEEDS"] ?? 200);
const LONG_MS = 24 * 3_600_000;

it(
  `${SEEDS} nights of a backlog with a root of its own keep every promise`,
  async () => {
    // Read when the scenarios' paths are made, and every test file has modules of its own.
    process.env["SIMULATED_ROOT"] = "plans";
    const [{ checkSeeds }, { paths }] = [
      await import("./check-seeds.ts"),
      await import("../scenarios/night.ts"),
    ];
    expect(paths.backlog).toBe("/work/plans/backlog.json");
    const failed = await checkSeeds(Array.from({ length: SEEDS }, (_, n) => n + 1));
    expect(
      failed.map(({ seed, violation }) => `${seed} ${violation}`),
      failed.map(({ report }) => report).join("\n\n"),
    ).toEqual([]);
  },
  LONG_MS,
);
