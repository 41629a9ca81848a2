import { describe, expect, it } from "vitest";
import { backlogPaths } from "#contracts/paths";
import type { LoopEvent } from "#contracts/schema/loop-event";
import { openEventLog, readEvents } from "#engine/stores/event-log";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";

const paths = backlogPaths("/work");
const stamp = { timestamp: "2026-11-20T22:00:00.000Z", projectPath: "/work" };
const started: LoopEvent = { ...stamp, type: "loop_started", maxIterations: 3 };
const tokens = (outputTokens: number): LoopEvent => ({
  ...stamp,
  type: "llm_token_update",
  itemId: "001",
  inputTokens: 1,
  outputTokens,
});
const cancelled: LoopEvent = { ...stamp, type: "loop_cancelled" };

const setUp = (events?: string) => {
  const world = createMemoryWorld();
  world.files.plant({ [paths.backlog]: "" });
  if (events !== undefined) world.files.plant({ [paths.eventsLog]: events });
  return { world, ports: world.runner() };
};

const archived = (world: ReturnType<typeof createMemoryWorld>): string[] => [
  ...world.files.tree(`${paths.stateDir}/archive`).keys(),
];

const line = (timestamp: string): string =>
  `${JSON.stringify({ ...started, timestamp, seq: 0, schemaVersion: "1" })}\n`;

describe("openEventLog", () => {
  it("writes each event on a line of its own with a dense seq from 0 and the schema version", async () => {
    const { world, ports } = setUp();
    const log = await openEventLog(ports, paths);
    log.append(started);
    log.append(cancelled);
    await log.flush();
    const lines = world.files.textOf(paths.eventsLog)?.trimEnd().split("\n") ?? [];
    expect(lines.map((text) => JSON.parse(text) as unknown)).toEqual([
      { ...started, seq: 0, schemaVersion: "1" },
      { ...cancelled, seq: 1, schemaVersion: "1" },
    ]);
  });

  it("writes at most one token update a second, and the last one when it closes", async () => {
    const { ports } = setUp();
    const log = await openEventLog(ports, paths);
    for (const count of [1, 2, 3, 4]) log.append(tokens(count));
    await log.close();
    const page = await readEvents(ports, paths, 0);
    expect(page?.events).toMatchObject([
      { seq: 0, outputTokens: 1 },
      { seq: 1, outputTokens: 4 },
    ]);
  });

  it("starts at 0 again, with the earlier run under the time it began", async () => {
    const { world, ports } = setUp(line("2026-11-19T01:02:03.456Z"));
    const log = await openEventLog(ports, paths);
    log.append(started);
    await log.close();
    expect((await readEvents(ports, paths, 0))?.events).toMatchObject([{ seq: 0 }]);
    expect(archived(world)).toEqual(["20261119-010203-events.ndjson"]);
    expect(world.files.textOf(`${paths.stateDir}/archive/20261119-010203-events.ndjson`)).toContain(
      "01:02:03.456Z",
    );
  });

  it("keeps two runs that began in the same second", async () => {
    const { world, ports } = setUp(line("2026-11-19T01:02:59.000Z"));
    await openEventLog(ports, paths);
    world.files.plant({ [paths.eventsLog]: line("2026-11-19T01:02:59.900Z") });
    await openEventLog(ports, paths);
    expect(archived(world).sort()).toEqual([
      "20261119-010259-events.ndjson",
      "20261119-010300-events.ndjson",
    ]);
  });

  it("archives a file without a readable line by its own time, and an empty one not at all", async () => {
    const torn = setUp('{"type":"loop_st');
    await openEventLog(torn.ports, paths);
    expect(archived(torn.world)).toEqual(["20261120-220000-events.ndjson"]);
    const empty = setUp("");
    await openEventLog(empty.ports, paths);
    expect(archived(empty.world)).toEqual([]);
  });

  it("never throws into the loop, and says what went wrong", async () => {
    const { world, ports } = setUp();
    const log = await openEventLog(ports, paths);
    world.files.hook = ({ op }) => {
      if (op === "append") throw new Error("no space left on the disk");
    };
    log.append(started);
    await log.close();
    expect(log.lastError).toMatchObject({ message: "no space left on the disk" });
  });
});

describe("readEvents", () => {
  it("is null where no run has left any", async () => {
    expect(await readEvents(setUp().ports, paths, 0)).toBeNull();
  });

  it("goes on after the last page, and leaves a half-written line for later", async () => {
    const whole = line("2026-11-19T00:00:01Z");
    const next = `${JSON.stringify({ ...cancelled, seq: 1, schemaVersion: "1" })}\n`;
    const { world, ports } = setUp(whole + next.slice(0, 20));
    const first = await readEvents(ports, paths, 0);
    expect(first?.events).toHaveLength(1);
    world.files.plant({ [paths.eventsLog]: whole + next });
    const second = await readEvents(ports, paths, first?.next ?? 0);
    expect(second?.events).toMatchObject([{ type: "loop_cancelled", seq: 1 }]);
    expect(await readEvents(ports, paths, second?.next ?? 0)).toEqual({ events: [], next: second?.next });
  });

  it("skips broken lines and keeps unknown types and fields", async () => {
    const unknown = { ...stamp, type: "new_in_v2", seq: 1, schemaVersion: "1", extra: true };
    const { ports } = setUp(`not json\n{}\n\n${JSON.stringify(unknown)}\n`);
    expect((await readEvents(ports, paths, 0))?.events).toEqual([unknown]);
  });
});
