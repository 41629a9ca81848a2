import { describe, expect, it } from "vitest";
import { CRASH_NIGHTS, stageNight, type CrashNight } from "./crash-nights.ts";
import { listEffects, tryNight, type Crash, type WayOn } from "./crash-trial.ts";
import { sayFigure } from "../say-figure.ts";
import type { Repo } from "./harness.ts";

/** The runner is killed at the boundaries of its effects, and a person goes on. A sample; all of them with CRASH_MATRIX=all, one with CRASH_MATRIX="effect 12+ reset". */
const WHICH = process.env["CRASH_MATRIX"] ?? "sample";
/** Of those that follow a session. */
const FIRST_GIT = 6;
/** No divisor of the number of nights. */
const PROOF = "test/e2e/crash-matrix.test.ts";
const STRIDE = 5;
const AT_ONCE = 2;
const LONG_MS = 3 * 3_600_000;

let tried = 0;
let kills = 0;

interface Case {
  readonly crash: Crash;
  readonly way: WayOn;
}

/** The kinds whose last place has been reached. */
type Over = ReadonlySet<Crash["kind"]>;

describe("a run that is killed and gone on with keeps every promise", () => {
  it.each(CRASH_NIGHTS.map((night, index) => ({ ...night, index })))(
    "$name",
    async (night) => {
      const staged = await stageNight(night);
      const over = new Set<Crash["kind"]>();
      const cases = await casesOf(staged, night, night.index, over);
      expect(await failures(staged, night, cases, over)).toEqual([]);
    },
    LONG_MS,
  );

  it("says how many kills there were", () => {
    process.stdout.write(`${PROOF}: ${kills} runs were killed\n`);
    // A git that a run doesn't need kills nobody.
    expect(kills).toBeGreaterThanOrEqual(tried / 2);
    const isSample = WHICH === "sample";
    const figures = [`${CRASH_NIGHTS.length} kinds of night`, ...(isSample ? [`${tried} places`] : [])];
    for (const figure of figures) expect(sayFigure(PROOF, figure)).toContain(figure);
  });
});

async function casesOf(staged: Repo, night: CrashNight, index: number, over: Over): Promise<Iterable<Case>> {
  if (WHICH !== "all" && WHICH !== "sample") return [named(WHICH)];
  const effects = await listEffects(staged, night);
  const first = night.startsApart === true ? 1 : effects.indexOf("processes.spawn");
  return WHICH === "all" ? allFrom(first, over) : sample(effects.length, index);
}

/** Right before each effect and right after it, and the same for git's processes, until a run isn't killed any more. */
function* allFrom(first: number, over: Over): Generator<Case> {
  for (const kind of ["effect", "git"] as const) {
    for (let n = kind === "effect" ? first : 1; !over.has(kind); n += 1) {
      yield { crash: { kind, at: `${n}` }, way: "reset" };
      yield { crash: { kind, at: `${n}+` }, way: "resume" };
      if (kind === "git") yield { crash: { kind, at: `${n}~` }, way: n % 2 === 0 ? "reset" : "resume" };
    }
  }
}

/** One place of each night, together spread over a run, and one git that outlives its runner. */
function sample(count: number, index: number): Case[] {
  const n = 1 + Math.floor((((index * STRIDE) % CRASH_NIGHTS.length) / CRASH_NIGHTS.length) * count);
  const orphan: Crash = { kind: "git", at: `${FIRST_GIT + (index % 5)}~` };
  return index % 2 === 0
    ? [
        { crash: { kind: "effect", at: `${n}` }, way: "resume" },
        { crash: orphan, way: "reset" },
      ]
    : [
        { crash: { kind: "effect", at: `${n}+` }, way: "reset" },
        { crash: orphan, way: "resume" },
      ];
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
  cases: Iterable<Case>,
  over: Set<Crash["kind"]>,
): Promise<string[]> {
  const failed: string[] = [];
  const left = cases[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      const { crash, way } = next.value;
      const { diedAt, broken } = await tryNight(staged, night, crash, way);
      tried += 1;
      if (diedAt === null) over.add(crash.kind);
      else kills += 1;
      failed.push(
        ...broken.map((promise) => `[${crash.kind} ${crash.at} ${way}] after ${diedAt}: ${promise}`),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}
