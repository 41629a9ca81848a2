import { describe, expect, it } from "vitest";
import { checkSeeds } from "./check-seeds.ts";
import { drawStory } from "./draw-story.ts";
import { FAILED_ONCE, failingAnywhere, killedAnywhere, undisturbed } from "./seeds.ts";
import { simulate } from "./simulate.ts";

const FIRST = Number(process.env["FIRST"] ?? 1);
const SEEDS = Number(process.env["SEEDS"] ?? 400);
/** Every n-th of the known stories; all of them in a long test. */
const STEP = SEEDS >= 10_000 ? 1 : 11;
const LONG_MS = 24 * 3_600_000;

function* range(first: number, count: number): Generator<number> {
  for (let seed = first; seed < first + count; seed += 1) yield seed;
}

/** More by hand: SEEDS=10000 FIRST=1 npx vitest run --project scenarios test/simulation/simulation.test.ts */
describe("nights of every kind", () => {
  it(
    `${SEEDS} of them from seed ${FIRST} on keep every promise`,
    async () => {
      const failed = await checkSeeds(range(FIRST, SEEDS));
      expect(
        failed.map(({ seed, violation }) => `${seed} ${violation}`),
        failed.map(({ report }) => report).join("\n\n"),
      ).toEqual([]);
    },
    LONG_MS,
  );

  it("so do those that once did not", async () => {
    const failed = await checkSeeds(FAILED_ONCE);
    expect(
      failed.map(({ seed, violation }) => `${seed} ${violation}`),
      failed.map(({ report }) => report).join("\n\n"),
    ).toEqual([]);
  }, 60_000);

  it.each([
    ["with all that an agent may do", undisturbed],
    ["killed at any call", killedAnywhere],
    ["with any call failing", failingAnywhere],
  ])(
    "a run %s is mended by the next",
    async (_what, family) => {
      const broken: string[] = [];
      for (const { what, story } of family(STEP)) {
        const { violations } = await simulate(story);
        if (violations.length > 0) broken.push(`${what}: ${violations.join(" · ")}`);
      }
      expect(broken).toEqual([]);
    },
    LONG_MS,
  );

  it("the same seed tells the same story", async () => {
    for (const seed of range(1, 20))
      expect((await simulate(drawStory(seed))).log).toEqual((await simulate(drawStory(seed))).log);
  });
});
