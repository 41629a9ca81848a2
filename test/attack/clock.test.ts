import { describe, expect, it } from "vitest";
import type { IterationStatus } from "#contracts/schema/iteration-status";
import { sayFigure } from "../say-figure.ts";
import { does, item, night, says } from "../scenarios/night.ts";

/** What another process reads of the session under way. */
const statusFile = async (world: Awaited<ReturnType<typeof night>>["world"]): Promise<IterationStatus> =>
  JSON.parse((await world.files.read("/work/.tool/iteration-status.json")) ?? "null") as IterationStatus;

const DAY_MS = 24 * 3_600_000;

/** The wall clock jumps while a session runs; what is measured runs on. */
const JUMPS: readonly (readonly [string, number])[] = [
  ["back a day", -DAY_MS],
  ["forward a year", 365 * DAY_MS],
];

it("says how many jumps", () => {
  const figure = `${JUMPS.length} jumps`;
  expect(sayFigure("test/attack/clock.test.ts", figure)).toContain(figure);
});

describe.each(JUMPS)("a clock that jumps %s in a session", (_, jumpMs) => {
  it("ends no session, loses no item, and tells no time that can't be", async () => {
    const one = await night([item("001"), item("002"), item("003")], {
      "001": [
        async (session, { world }) => {
          await session.sleep(5000);
          world.clock.jump(jumpMs);
          await session.sleep(5000);
          const { updatedAt, lastActivityAt, stuckWarning } = await statusFile(world);
          expect(world.clock.now() - Date.parse(updatedAt)).toBeLessThan(10_000);
          expect(world.clock.now() - Date.parse(lastActivityAt)).toBeLessThan(15_000);
          expect(stuckWarning).toBe(false);
          return does()(session, one);
        },
      ],
      "002": [says("TOOL_BLOCKED:x")],
      "003": [does()],
    });
    const outcome = await one.run();
    expect(outcome).toMatchObject({ status: "complete", exitCode: 5 });
    expect((await one.backlog()).items.map(({ status }) => status)).toEqual(["done", "blocked", "done"]);
    expect(one.subjects()).toEqual(expect.arrayContaining(["[tool] 001: Item 001", "[tool] 003: Item 003"]));
    const durations = one.events.flatMap((event) => (event.type === "llm_exited" ? [event.durationMs] : []));
    expect(durations.every((ms) => ms >= 0 && ms < 60_000)).toBe(true);
    expect(one.events.filter(({ type }) => type === "llm_stuck_warning")).toEqual([]);
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
  });
});
