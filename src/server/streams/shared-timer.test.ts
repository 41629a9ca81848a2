import { expect, it } from "vitest";
import type { Clock } from "#engine/ports";
import { createSharedTimer } from "#server/streams/shared-timer";

it("has one timer for all that listen, and none for nobody", () => {
  const running = new Set<() => void>();
  const every: Clock["every"] = (ms, listener) => {
    expect(ms).toBe(1000);
    running.add(listener);
    return () => void running.delete(listener);
  };
  const calls: string[] = [];
  const timer = createSharedTimer({ every } as Clock, 1000);
  const tick = (): void => {
    for (const listener of running) listener();
  };

  const first = timer(() => calls.push("first"));
  const second = timer(() => calls.push("second"));
  expect(running.size).toBe(1);
  tick();
  first();
  first();
  tick();
  second();
  tick();
  expect(running.size).toBe(0);
  expect(calls).toEqual(["first", "second", "second"]);

  const third = timer(() => calls.push("third"));
  tick();
  third();
  expect(calls.at(-1)).toBe("third");
});
