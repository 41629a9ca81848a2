import { expect, test } from "vitest";
import { createMemoryFiles, type MemoryFiles } from "../../../test/fakes/memory-files.ts";
import { createMemoryWorld } from "../../../test/fakes/memory-ports.ts";
import { createVirtualClock, type VirtualClock } from "../../../test/fakes/virtual-clock.ts";
import { SSE_HEARTBEAT_MS } from "#contracts/limits";
import { backlogPaths } from "#contracts/paths";
import type { Files, Ports } from "#engine/ports";
import { createStreams, type Streams } from "#server/streams/create-streams";

const PROJECT = "/work/ledger-api";
const paths = backlogPaths(PROJECT);
const FIRST_RUN = Date.UTC(2026, 10, 20, 23, 0, 0);
const SECOND_RUN = FIRST_RUN + 60_000;

interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

interface World {
  readonly files: MemoryFiles;
  readonly clock: VirtualClock;
  readonly streams: Streams;
  readonly watched: () => number;
}

const createWorld = (): World => {
  const clock = createVirtualClock({ auto: false });
  const files = createMemoryFiles({ now: () => clock.now() });
  let watched = 0;
  const world = createMemoryWorld();
  const counted: Files = {
    ...files,
    within: () => counted,
    watch(directory, listener) {
      const release = files.watch(directory, listener);
      watched += 1;
      return () => {
        watched -= 1;
        release();
      };
    },
  };
  const ports: Ports = { ...world.runner(), clock, files: counted };
  files.plant({ [`${paths.stateDir}/.keep`]: "" });
  return { files, clock, streams: createStreams(ports), watched: () => watched };
};

const eventLine = (seq: number, run = FIRST_RUN): string =>
  `${JSON.stringify({
    type: "sleep_end",
    timestamp: new Date(run + seq).toISOString(),
    projectPath: PROJECT,
    seq,
    schemaVersion: "1",
  })}\n`;

const lines = (from: number, to: number, run = FIRST_RUN): string => {
  let text = "";
  for (let seq = from; seq <= to; seq += 1) text += eventLine(seq, run);
  return text;
};

/** Reads whatever comes within a few turns of the event loop. */
const openReader = (response: Response) => {
  const reader = response.body!.getReader();
  const messages: Message[] = [];
  let ended: "open" | "closed" | "dropped" = "open";
  let rest = "";
  const pump = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return void (ended = "closed");
      const parts = (rest + new TextDecoder().decode(value)).split("\n\n");
      rest = parts.pop() ?? "";
      messages.push(...parts.map(parseMessage));
    }
  };
  return {
    messages,
    ended: () => ended,
    start: () => void pump().catch(() => (ended = "dropped")),
    cut: () => reader.cancel(),
    seqs: () =>
      messages.filter(({ event }) => event === "loop_event").map(({ id }) => Number(id?.split(":")[1])),
  };
};

const parseMessage = (text: string): Message =>
  Object.fromEntries(text.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));

const settle = async (clock: VirtualClock, ms = 0): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(ms);
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

const upTo = (n: number, from = 0): number[] => Array.from({ length: n + 1 - from }, (_, i) => from + i);

const reading = (response: Response): ReturnType<typeof openReader> => {
  const reader = openReader(response);
  reader.start();
  return reader;
};

test("a reader gets the file from its first event on, then what is appended, each with its id", async () => {
  const { files, clock, streams } = createWorld();
  await files.append(paths.eventsLog, lines(0, 2));
  const reader = reading(streams.loopEvents(paths, null));
  await settle(clock);
  expect(reader.seqs()).toEqual([0, 1, 2]);
  expect(reader.messages[0]).toEqual({
    id: `${FIRST_RUN}:0`,
    event: "loop_event",
    data: eventLine(0).trimEnd(),
  });
  await files.append(paths.eventsLog, lines(3, 4));
  await settle(clock);
  expect(reader.seqs()).toEqual([0, 1, 2, 3, 4]);
  streams.close();
});

test("half a line waits for its end, and a line that is no event is left out", async () => {
  const { files, clock, streams } = createWorld();
  const whole = eventLine(1);
  await files.append(paths.eventsLog, `${eventLine(0)}{"type":"x"}\n${whole.slice(0, 20)}`);
  const reader = reading(streams.loopEvents(paths, null));
  await settle(clock, 1000);
  expect(reader.seqs()).toEqual([0]);
  await files.append(paths.eventsLog, whole.slice(20));
  await settle(clock, 1000);
  expect(reader.seqs()).toEqual([0, 1]);
  streams.close();
});

test.each([
  ["of this run", `${FIRST_RUN}:5`, upTo(3000, 6)],
  ["at the end", `${FIRST_RUN}:3000`, []],
  ["far in", `${FIRST_RUN}:2500`, upTo(3000, 2501)],
  ["of another run", `${FIRST_RUN - 1}:5`, upTo(3000)],
  ["of nobody", "abc", upTo(3000)],
  ["none", null, upTo(3000)],
])("a Last-Event-ID %s", async (_which, id, expected) => {
  const { files, clock, streams } = createWorld();
  await files.append(paths.eventsLog, lines(0, 3000));
  const first = reading(streams.loopEvents(paths, null));
  await settle(clock);
  const again = reading(streams.loopEvents(paths, id));
  await settle(clock);
  expect(again.seqs()).toEqual(expected);
  await files.append(paths.eventsLog, lines(3001, 3001));
  await settle(clock, 1000);
  expect(again.seqs()).toEqual([...expected, 3001]);
  expect(first.seqs()).toEqual(upTo(3001));
  streams.close();
});

test("a new run goes on in the same stream, after the last word of the old one", async () => {
  const { files, clock, streams } = createWorld();
  await files.append(paths.eventsLog, lines(0, 1));
  const reader = reading(streams.loopEvents(paths, `${FIRST_RUN}:0`));
  await settle(clock);
  await files.append(paths.eventsLog, lines(2, 2));
  await files.makeDir(`${paths.stateDir}/archive`);
  await files.rename(paths.eventsLog, `${paths.stateDir}/archive/20261120-230000-events.ndjson`);
  await files.append(paths.eventsLog, lines(0, 1, SECOND_RUN));
  await settle(clock, 1000);
  expect(reader.messages.map(({ id }) => id)).toEqual([
    `${FIRST_RUN}:1`,
    `${FIRST_RUN}:2`,
    `${SECOND_RUN}:0`,
    `${SECOND_RUN}:1`,
  ]);
  streams.close();
});

test("a loop that hasn't begun is waited for, though its folder comes later", async () => {
  const { files, clock, streams } = createWorld();
  const later = backlogPaths("/work/web-shop");
  const reader = reading(streams.loopEvents(later, null));
  await settle(clock, 1000);
  files.plant({ [later.eventsLog]: lines(0, 0) });
  await settle(clock, 1000);
  expect(reader.seqs()).toEqual([0]);
  streams.close();
});

test("heartbeats bear the time", async () => {
  const { clock, streams } = createWorld();
  const reader = reading(streams.loopEvents(paths, null));
  await settle(clock, SSE_HEARTBEAT_MS);
  await settle(clock, SSE_HEARTBEAT_MS);
  const beat = (n: number): Message => ({
    event: "heartbeat",
    data: new Date(clock.now() - (2 - n) * SSE_HEARTBEAT_MS).toISOString(),
  });
  expect(reader.messages).toEqual([beat(1), beat(2)]);
  streams.close();
});

test("the log stream opens with the last 50 lines and the status, and goes on with what comes", async () => {
  const { files, clock, streams } = createWorld();
  files.plant({
    [paths.log]: upTo(79)
      .map((n) => `[2026-11-20 23:00:00] line ${n}\n`)
      .join(""),
    [paths.eventsLog]: lines(0, 0),
  });
  const reader = reading(streams.logStream(paths, null));
  await settle(clock);
  expect(reader.messages.map(({ event }) => event)).toEqual(["log", "status", "loop_event"]);
  const opening = JSON.parse(reader.messages[0]!.data!) as string[];
  expect([opening.length, opening[0], opening.at(-1)]).toEqual([
    50,
    "[2026-11-20 23:00:00] line 30",
    "[2026-11-20 23:00:00] line 79",
  ]);
  expect(JSON.parse(reader.messages[1]!.data!)).toMatchObject({ loopState: "NOT_INSTALLED" });

  await files.append(paths.log, "one\ntwo\n");
  await settle(clock, 1000);
  expect(reader.messages.at(-1)).toEqual({ event: "log", data: '["one","two"]' });
  streams.close();
});

test("a status is told when it changes, not when time passes", async () => {
  const { files, clock, streams } = createWorld();
  const marker = {
    tool: true,
    version: "1",
    variant: "backlog-json",
    installedAt: "2026-11-20T22:00:00.000Z",
    installedBy: "1.0.0",
    profile: {
      stack: "unknown",
      packageManager: null,
      monorepo: false,
      commands: { test: null, typecheck: null, lint: null, build: null, format: null },
      verify: "",
    },
    artifactHashes: {},
    options: {},
  };
  files.plant({ [paths.marker]: JSON.stringify(marker) });
  const reader = reading(streams.logStream(paths, null));
  const states = (): unknown[] =>
    reader.messages
      .filter(({ event }) => event === "status")
      .map(({ data }) => (JSON.parse(data!) as { loopState: string }).loopState);
  await settle(clock, 5000);
  expect(states()).toEqual(["IDLE"]);
  await files.remove(paths.marker);
  await settle(clock, 1000);
  expect(states()).toEqual(["IDLE", "NOT_INSTALLED"]);
  streams.close();
});

test("who stops reading is dropped after a whole heartbeat without, and nobody waits for it", async () => {
  const { files, clock, streams } = createWorld();
  await files.append(paths.eventsLog, lines(0, 0));
  const slow = streams.loopEvents(paths, null).body!.getReader();
  const quick = reading(streams.loopEvents(paths, null));
  expect((await slow.read()).done).toBe(false);
  await settle(clock, SSE_HEARTBEAT_MS);
  expect(streams.open).toBe(2);
  await settle(clock, SSE_HEARTBEAT_MS);
  expect(streams.open).toBe(1);
  await expect(slow.read()).rejects.toThrow("too slow");
  expect(quick.seqs()).toEqual([0]);
  streams.close();
});

test("the last reader that goes takes every timer and watcher along; so does the server's end", async () => {
  const { files, clock, streams, watched } = createWorld();
  await files.append(paths.eventsLog, lines(0, 0));
  const readers = [1, 2, 3].map(() => reading(streams.loopEvents(paths, null)));
  await settle(clock);
  expect([streams.open, watched(), clock.pending]).toEqual([3, 1, 2]);
  for (const reader of readers.slice(1)) await reader.cut();
  expect([streams.open, watched(), clock.pending]).toEqual([1, 1, 2]);
  await readers[0]!.cut();
  expect([streams.open, watched(), clock.pending]).toEqual([0, 0, 0]);

  const last = reading(streams.logStream(paths, null));
  streams.loopEvents(paths, null);
  await settle(clock);
  expect(streams.open).toBe(1);
  streams.close();
  await settle(clock);
  expect(last.ended()).toBe("closed");
  expect([streams.open, watched(), clock.pending]).toEqual([0, 0, 0]);
  const late = reading(streams.loopEvents(paths, null));
  await settle(clock);
  expect(late.ended()).toBe("closed");
});
