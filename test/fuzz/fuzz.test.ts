import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crowd } from "../crowd.ts";
import { sayFigure } from "../say-figure.ts";
import { foundFor } from "./corpus.ts";
import { fileTargets } from "./file-targets.ts";
import { createDraw, mutate } from "./mutate.ts";
import type { Target } from "./target.ts";
import { agentTargets } from "./agent-targets.ts";
import { lineTargets } from "./line-targets.ts";
import { textTargets } from "./text-targets.ts";

/** Inputs a target; FUZZ=20000 for a long one, FUZZ_SEED for others. */
const IN_TEST = 60;
const RUNS = Number(process.env["FUZZ"] ?? IN_TEST);
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
/** Whatever stands in a text: no reader may be made to work for longer. */
const SLOWEST_MS = 2000;

const targets: readonly Target[] = [...fileTargets, ...textTargets, ...agentTargets, ...lineTargets];

describe.each(targets)("$name", (target) => {
  it("reads what it is meant to read", async () => {
    for (const text of target.corpus) expect(await attempt(target, text, 0)).toBe("read");
  });

  it("stands what broke it once", async () => {
    for (const text of foundFor(target.name)) {
      for (let pick = 0; pick < 16; pick += 1) expect(await attempt(target, text, pick)).toBe("read");
    }
  });

  it(`${RUNS} broken inputs: an error of the table or a clean reading`, async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const draw = createDraw(SEED + run * 7919);
      expect(await attempt(target, mutate(target.corpus, draw), SEED + run)).toBe("read");
    }
  }, 3_600_000);
});

it("says how much was tried", () => {
  process.stdout.write(`fuzz: ${targets.length * RUNS} broken inputs, seed ${SEED}\n`);
  const figures = [`${targets.length} readers`, `${IN_TEST} broken inputs each`];
  for (const figure of figures) expect(sayFigure("test/fuzz", figure)).toContain(figure);
  expect(new Set(targets.map(({ name }) => name)).size).toBe(targets.length);
});

async function attempt(target: Target, text: string, seed: number): Promise<"read"> {
  const started = performance.now();
  try {
    await target.attempt(text, createDraw(seed));
    const took = performance.now() - started;
    expect(took, "took too long").toBeLessThan(took < SLOWEST_MS ? SLOWEST_MS : SLOWEST_MS * crowd());
    expect(Object.keys(Object.prototype), "a prototype was changed").toEqual([]);
    return "read";
  } catch (error) {
    // The input itself, to be kept in found/.
    const kept = join(tmpdir(), `fuzz-${target.name}-${seed}.txt`);
    writeFileSync(kept, text);
    const begins = JSON.stringify(text.slice(0, 300));
    throw new Error(`${target.name} with ${begins}\nseed ${seed}, the whole input is in ${kept}`, {
      cause: error,
    });
  }
}
