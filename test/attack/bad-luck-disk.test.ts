import { describe, expect, it } from "vitest";
import { CRASH_NIGHTS, stageNight, type CrashNight } from "../e2e/crash-nights.ts";
import { listEffects, tryNight, type Crash, type WayOn } from "../e2e/crash-trial.ts";
import type { Repo } from "../e2e/harness.ts";
import { sayFigure } from "../say-figure.ts";

/** The disk refuses one effect of a run, or all from one on, and a person goes on once there is room. A sample; every effect with ATTACK=all, one with FAULT="12-:ENOSPC". */
const ALL = process.env["ATTACK"] === "all";
const ONE = process.env["FAULT"];
const ERRNOS = ["ENOSPC", "EROFS", "EMFILE", "EIO"] as const;
/** No divisor of the number of effects of most nights. */
const PROOF = "test/attack/bad-luck-disk.test.ts";
const STRIDE = 5;
/** Of a run's effects: its item is under way. */
const KILLED_AT = 0.5;
/** Effects of a mending, and of the start of the run that `resume` goes on with. */
const MOST_MENDING = 40;
const AT_ONCE = 2;
const LONG_MS = 3 * 3_600_000;

const NAMES = ["done", "blocked with work", "retried", "deferred", "a usage limit", "a review"];
const nights = CRASH_NIGHTS.filter(({ name }) => NAMES.includes(name));
const killed = nights
  .map((night, index) => ({ ...night, index }))
  .filter(({ index }) => ALL || index % 3 === 0);
let tried = 0;

describe("a run that the disk fails keeps every promise", () => {
  it.each(nights.map((night, index) => ({ ...night, index })))(
    "$name",
    async (night) => {
      const staged = await stageNight(night);
      const count = (await listEffects(staged, night)).length;
      expect(count).toBeGreaterThan(20);
      expect(await failures(staged, night, casesOf(count, night.index))).toEqual([]);
    },
    LONG_MS,
  );

  it.each(killed)(
    "$name, killed, and mended on a disk that fails",
    async (night) => {
      const staged = await stageNight(night);
      const count = (await listEffects(staged, night)).length;
      const crash: Crash = { kind: "effect", at: `${Math.floor(count * KILLED_AT)}` };
      const failed: string[] = [];
      for (const { at, way } of mendings(night.index)) {
        const { diedAt, broken } = await tryNight(staged, night, crash, way, at);
        tried += 1;
        failed.push(...broken.map((promise) => `[${way} ${at}] after ${diedAt}: ${promise}`));
      }
      expect(failed).toEqual([]);
    },
    LONG_MS,
  );

  it("says how many faults were tried", () => {
    const counted = `${tried} faults`;
    const isSample = !ALL && ONE === undefined;
    if (!isSample) process.stdout.write(`${PROOF}: ${counted}\n`);
    const figures = [`${nights.length} kinds of night`, ...(isSample ? [counted] : [])];
    for (const figure of figures) expect(sayFigure(PROOF, figure)).toContain(figure);
  });
});

/** Each effect fails alone, and with all that follow; codes and ways on take turns. */
function* casesOf(count: number, index: number): Generator<Crash> {
  if (ONE !== undefined) return yield { kind: "fault", at: ONE };
  const places = ALL
    ? Array.from({ length: count }, (_, n) => n + 1)
    : [1 + Math.floor((((index * STRIDE + 3) % nights.length) / nights.length) * count)];
  for (const n of places) {
    for (const onwards of ALL ? ["", "-"] : [index % 2 === 0 ? "" : "-"]) {
      const errno = ERRNOS[(n + index + onwards.length) % ERRNOS.length] ?? "EIO";
      yield { kind: "fault", at: `${n}${onwards}:${errno}` };
    }
  }
}

function mendings(index: number): { readonly at: string; readonly way: WayOn }[] {
  const places = ALL ? Array.from({ length: MOST_MENDING }, (_, n) => n + 1) : [1 + ((index * STRIDE) % 13)];
  return places.map((n) => ({
    at: `${n}${n % 3 === 0 ? "-" : ""}:${ERRNOS[n % ERRNOS.length] ?? "EIO"}`,
    way: (n + index) % 2 === 0 ? "reset" : "resume",
  }));
}

async function failures(staged: Repo, night: CrashNight, cases: Generator<Crash>): Promise<string[]> {
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (const crash of cases) {
      const way: WayOn = Number.parseInt(crash.at) % 2 === 0 ? "reset" : "resume";
      const { diedAt, broken } = await tryNight(staged, night, crash, way);
      tried += 1;
      failed.push(...broken.map((promise) => `[${crash.at} ${way}] ${diedAt}: ${promise}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}
