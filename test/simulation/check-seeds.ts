import { drawStory } from "./draw-story.ts";
import { shrink } from "./shrink.ts";
import { simulate } from "./simulate.ts";
import type { Mutation } from "./stage.ts";
import type { Story } from "./story.ts";

export interface FailedSeed {
  readonly seed: number;
  readonly violation: string;
  /** The shrunken story and what happened in it. */
  readonly report: string;
}

const SHRUNKEN = 3;

/** Plays seeds; of those that fail the first are shrunk to what a person can read. */
export async function checkSeeds(seeds: Iterable<number>): Promise<FailedSeed[]> {
  const failed: FailedSeed[] = [];
  for (const seed of seeds) {
    const story = drawStory(seed);
    const [violation] = (await simulate(story)).violations;
    if (violation === undefined) continue;
    const report = failed.length < SHRUNKEN ? await tell(story, violation) : "";
    failed.push({ seed, violation, report });
  }
  return failed;
}

/** The first seeds' violations under a planted bug, up to a number of seeds; stops at the first that the wanted words describe. */
export async function catchBug(mutate: Mutation, words: RegExp, seeds: number): Promise<string | null> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { violations } = await simulate(drawStory(seed), mutate);
    const caught = violations.find((violation) => words.test(violation));
    if (caught !== undefined) return caught;
  }
  return null;
}

async function tell(story: Story, violation: string): Promise<string> {
  const kind = kindOf(violation);
  const least = await shrink(story, async (candidate) =>
    (await simulate(candidate)).violations.some((one) => kindOf(one) === kind),
  );
  const { log } = await simulate(least);
  return [`seed ${story.seed}: ${violation}`, JSON.stringify(least), ...log].join("\n");
}

const kindOf = (violation: string): string => violation.replaceAll(/\d+/g, "N");
