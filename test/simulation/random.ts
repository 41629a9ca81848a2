import { createDraw } from "../fakes/interleave.ts";

/** Choices that a seed determines. */
export interface Random {
  /** From 0 (inclusive) to max (exclusive), whole. */
  below(max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** By weight: `[weight, choice]`. */
  weighted<T>(rows: readonly (readonly [number, T])[]): T;
}

export function createRandom(seed: number): Random {
  const next = createDraw(seed);
  const below = (max: number): number => Math.floor(next() * max);
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[below(list.length)];
    if (chosen === undefined) throw new Error("Nothing to choose from");
    return chosen;
  };
  return {
    below,
    chance: (probability) => next() < probability,
    pick,
    weighted(rows) {
      let left = next() * rows.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, choice] of rows) {
        left -= weight;
        if (left < 0) return choice;
      }
      return pick(rows)[1];
    },
  };
}
