import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { joinStream, snapshotOf } from "#web/api/project-stream";

type Source = EventTarget & { open: boolean };

let sources: Source[] = [];
let leave = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  const make = () => {
    const source: Source = Object.assign(new EventTarget(), {
      open: true,
      close: () => void (source.open = false),
    });
    sources.push(source);
    return source;
  };
  vi.stubGlobal(
    "EventSource",
    vi.fn(function EventSource() {
      return make();
    }),
  );
  turn(false);
});

afterEach(() => {
  leave();
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function turn(hidden: boolean): void {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** On the newest connection. */
function tell(event: string, data: unknown, lastEventId = ""): void {
  sources.at(-1)?.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId }));
}

const told = (seq: number) =>
  tell(
    "loop_event",
    { type: "sleep_end", timestamp: "2026-11-20T22:00:00.000Z", projectPath: "/p" },
    `1:${seq}`,
  );
const openNow = () => sources.filter(({ open }) => open).length;
const eventIds = () => snapshotOf("a").events.map(({ id }) => id);

test("a page that nobody sees gives its connection back, and takes it up when it is seen", () => {
  turn(true);
  leave = joinStream("a");
  expect(sources).toEqual([]);
  turn(false);
  expect(openNow()).toBe(1);
  turn(true);
  vi.advanceTimersByTime(1_000);
  turn(false);
  turn(true);
  vi.advanceTimersByTime(1_900);
  expect(openNow()).toBe(1);
  vi.advanceTimersByTime(200);
  expect(openNow()).toBe(0);
  turn(false);
  expect([openNow(), sources.length]).toEqual([1, 2]);
});

test("what comes again with the next connection is told once", () => {
  leave = joinStream("a");
  tell("log", ["one", "two"]);
  tell("status", {});
  told(0);
  told(1);
  turn(true);
  vi.advanceTimersByTime(3_000);
  turn(false);
  tell("log", ["two", "three"]);
  told(0);
  told(1);
  told(2);
  vi.advanceTimersByTime(200);
  expect(snapshotOf("a")).toMatchObject({ lines: ["one", "two", "three"], lineCount: 3, gaps: 0 });
  expect(eventIds()).toEqual(["1:0", "1:1", "1:2"]);
});

test("lines that were missed meanwhile are a gap: only what follows it is kept", () => {
  leave = joinStream("a");
  tell("log", ["one", "two"]);
  turn(true);
  vi.advanceTimersByTime(3_000);
  turn(false);
  tell("log", ["eight", "nine"]);
  vi.advanceTimersByTime(200);
  expect(snapshotOf("a")).toMatchObject({ lines: ["eight", "nine"], lineCount: 4, gaps: 1 });
});

test("the opening is told as a whole, once it pauses; later each moment", () => {
  leave = joinStream("a");
  tell("log", []);
  tell("status", {});
  for (let seq = 0; seq < 10; seq += 1) {
    told(seq);
    vi.advanceTimersByTime(100);
    expect(snapshotOf("a")).toMatchObject({ ready: false, events: [] });
  }
  vi.advanceTimersByTime(30);
  expect(snapshotOf("a").ready).toBe(true);
  expect(eventIds()).toHaveLength(10);
  told(10);
  vi.advanceTimersByTime(60);
  expect(eventIds()).toHaveLength(11);
});

test("an opening without end doesn't hold the page up", () => {
  leave = joinStream("a");
  tell("status", {});
  for (let seq = 0; seq < 35; seq += 1) {
    told(seq);
    vi.advanceTimersByTime(100);
  }
  expect(snapshotOf("a").ready).toBe(true);
});
