import { describe, expect, it } from "vitest";
import { CRASH_NIGHTS, stageNight, type CrashNight } from "./crash-nights.ts";
import { countEffects, tryNight, type Crash, type WayOn } from "./crash-trial.ts";
import type { Repo } from "./harness.ts";

/** The runner is killed at the boundaries of its effects, and a person goes on. A sample; all of them with CRASH_MATRIX=all, one with CRASH_MATRIX="effect 12+ reset". */
const WHICH = process.env["CRASH_MATRIX"] ?? "sample";
const SAMPLES = 3;
const AT_ONCE = 2;
const LONG_MS = 3 * 3_600_000;

interface Case {
  readonly crash: Crash;
  readonly way: WayOn;
}

describe("a run that is killed and gone on with keeps every promise", () => {
  it.each(CRASH_NIGHTS.map((night, index) => ({ ...night, index })))(
    "$name",
    async (night) => {
      const staged = await stageNight(night);
      const cases =
        WHICH === "all"
          ? allCases()
          : WHICH === "sample"
            ? await sample(staged, night, night.index)
            : [named(WHICH)];
      expect(await failures(staged, night, cases)).toEqual([]);
    },
    LONG_MS,
  );
});

/** In the order of time, and without an end: the run that isn't killed any more tells that it is reached. */
function* allCases(): Generator<Case, void, "ended" | undefined> {
  for (const kind of ["effect", "git"] as const) {
    for (let n = 1, ended = false; !ended; n += 1) {
      for (const at of [`${n}`, `${n}+`]) {
        for (const way of ["reset", "resume"] as const)
          ended ||= (yield { crash: { kind, at }, way }) === "ended";
      }
    }
  }
}

/** Spread over the run, other places for each night. */
async function sample(staged: Repo, night: CrashNight, index: number): Promise<Case[]> {
  const count = await countEffects(staged, night);
  const share = (index % CRASH_NIGHTS.length) / CRASH_NIGHTS.length;
  return Array.from({ length: SAMPLES }, (_, place): Case => {
    const n = 1 + Math.floor(((place + share) * count) / SAMPLES);
    const way = (place + index) % 2 === 0 ? "reset" : "resume";
    return { crash: { kind: "effect", at: place % 2 === 0 ? `${n}` : `${n}+` }, way };
  });
}

function named(text: string): Case {
  const [kind, at = "", way] = text.split(" ");
  return {
    crash: { kind: kind === "git" ? "git" : "effect", at },
    way: way === "resume" ? "resume" : "reset",
  };
}

async function failures(
  staged: Repo,
  night: CrashNight,
  cases: Iterable<Case, void, "ended" | undefined>,
): Promise<string[]> {
  const failed: string[] = [];
  const left = cases[Symbol.iterator]();
  let ended: "ended" | undefined;
  const work = async (): Promise<void> => {
    for (;;) {
      const next = left.next(ended);
      ended = undefined;
      if (next.done === true) return;
      const { crash, way } = next.value;
      const { diedAt, broken } = await tryNight(staged, night, crash, way);
      if (diedAt === null) ended = "ended";
      failed.push(
        ...broken.map((promise) => `[${crash.kind} ${crash.at} ${way}] after ${diedAt}: ${promise}`),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}
