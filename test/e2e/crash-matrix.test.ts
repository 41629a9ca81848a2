import { afterAll, describe, expect, it } from "vitest";
import { CRASH_NIGHTS, stageNight, type CrashNight } from "./crash-nights.ts";
import { tryNight, type Crash, type WayOn } from "./crash-trial.ts";
import { repoAt, type Repo } from "./harness.ts";

/**
 * The runner is killed at the boundaries of its effects, and a person goes on. By default a sample of them;
 * all with CRASH_MATRIX=all, one with CRASH_MATRIX="done|effect 12+|reset".
 */
const chosen = process.env["CRASH_MATRIX"] ?? "sample";
const SAMPLES = 3;
const AT_ONCE = 2;
const LONG_MS = 3_600_000;

describe("killed and gone on with", () => {
  it.each(CRASH_NIGHTS.map((night, index) => ({ ...night, index })))("$name", async (night) => {
    const staged = await stageNight(night);
    expect(await failures(staged, night, night.index)).toEqual([]);
  }, LONG_MS);
});
