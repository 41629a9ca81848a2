import type { FileHook } from "./memory-files.ts";

const LONG_TURNS = 200;

/** Lets concurrent runners of one world overtake each other between any two file calls, differently for each seed; now and then one stands still while the others finish. */
export function interleave(seed: number): FileHook {
  const draw = createDraw(seed);
  return async () => {
    const most = draw() < 0.1 ? LONG_TURNS : 4;
    for (let turns = Math.floor(draw() * most); turns > 0; turns -= 1) await Promise.resolve();
  };
}

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
export function createDraw(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
