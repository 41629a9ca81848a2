import { expect, it } from "vitest";
import { drawStory } from "./draw-story.ts";
import { simulate } from "./simulate.ts";

const FIRST = Number(process.env["FIRST"] ?? 1);
const SEEDS = Number(process.env["SEEDS"] ?? 400);

it("holds", async () => {
  const t = Date.now();
  const bad = new Map<string, number[]>();
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const { violations, log } = await simulate(drawStory(seed));
    const v = violations[0];
    if (v !== undefined) {
      const key = v.replaceAll(/\d+/g, "N").slice(0, 200);
      bad.set(key, [...(bad.get(key) ?? []), seed]);
    }
    if (process.env["STORY"]) console.log(log.join("\n"));
  }
  console.log(Date.now() - t, "ms");
  for (const [key, seeds] of bad) console.log(seeds.length, key, seeds.slice(0, 12).join());
  expect(bad.size).toBe(0);
}, 3_600_000);
