import { describe, expect, it } from "vitest";
import { createCancelSource } from "#engine/cancel";
import type { Clock } from "#engine/ports";

export interface ClockUnderTest {
  readonly clock: Clock;
  /** Lets time pass: a virtual clock moves on, the real one is waited for. */
  readonly pass: (ms: number) => Promise<void>;
}

/** What every implementation of Clock keeps to, the real one and the virtual one alike. Times are short: one of them is real. */
export function clockContract(name: string, create: () => ClockUnderTest): void {
  describe(`clock: ${name}`, () => {
    it("goes on, both ways of telling", async () => {
      const { clock, pass } = create();
      const [now, monotonic] = [clock.now(), clock.monotonic()];
      await pass(30);
      expect(clock.now() - now).toBeGreaterThanOrEqual(25);
      expect(clock.monotonic() - monotonic).toBeGreaterThanOrEqual(25);
    });

    it("sleeps as long as asked", async () => {
      const { clock, pass } = create();
      const sleeping = clock.sleep(60);
      expect(await Promise.race([sleeping, pass(20)])).toBeUndefined();
      await pass(60);
      expect(await sleeping).toBe("slept");
    });

    it("doesn't sleep for no time, or for less", async () => {
      const { clock, pass } = create();
      const both = Promise.all([clock.sleep(0), clock.sleep(-5)]);
      await pass(10);
      expect(await both).toEqual(["slept", "slept"]);
    });

    it("wakes at once when cancelled, and is not heard of again", async () => {
      const { clock, pass } = create();
      const cancel = createCancelSource();
      const sleeping = clock.sleep(600_000, cancel.token);
      await pass(5);
      cancel.cancel("request");
      expect(await sleeping).toBe("cancelled");
      expect(await clock.sleep(600_000, cancel.token)).toBe("cancelled");
    });

    it("lets go of the token after the sleep", async () => {
      const { clock, pass } = create();
      let listeners = 0;
      const token = {
        cause: null,
        onCancel: () => {
          listeners += 1;
          return () => {
            listeners -= 1;
          };
        },
      };
      const sleeping = clock.sleep(10, token);
      await pass(30);
      expect(await sleeping).toBe("slept");
      expect(listeners).toBe(0);
    });

    it("sleeps longer than a timer can", async () => {
      const { clock, pass } = create();
      const cancel = createCancelSource();
      const sleeping = clock.sleep(40 * 24 * 60 * 60 * 1000, cancel.token);
      expect(await Promise.race([sleeping, pass(20)])).toBeUndefined();
      cancel.cancel("request");
      expect(await sleeping).toBe("cancelled");
    });

    it("calls back again and again until released", async () => {
      const { clock, pass } = create();
      const calls: number[] = [];
      const release = clock.every(20, () => {
        calls.push(clock.monotonic());
      });
      for (let turn = 0; calls.length < 2 && turn < 200; turn += 1) await pass(20);
      release();
      release();
      const soFar = calls.length;
      expect(soFar).toBeGreaterThanOrEqual(2);
      await pass(50);
      expect(calls).toHaveLength(soFar);
    });

    it("does soon what is to be done soon: after all that runs now, in order, once", async () => {
      const { clock, pass } = create();
      const done: string[] = [];
      clock.soon(() => done.push("first"));
      clock.soon(() => done.push("second"));
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      expect(done).toEqual([]);
      await pass(20);
      expect(done).toEqual(["first", "second"]);
    });
  });
}
