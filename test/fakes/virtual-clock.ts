import type { CancelToken, Clock, Release } from "#engine/ports";

const DAY_MS = 86_400_000;

export interface VirtualClockOptions {
  readonly startMs?: number;
  /** True (default): time moves on by itself whenever nothing else can run. False: only `advance` moves it. */
  readonly auto?: boolean;
  /** Time that passes before the clock calls the test endless. */
  readonly horizonMs?: number;
}

export interface VirtualClock extends Clock {
  advance(ms: number): Promise<void>;
  /** The wall clock alone jumps, as after a suspended machine or a corrected time. */
  jump(ms: number): void;
  /** Sleeps and intervals still under way: 0 when nothing leaked. */
  readonly pending: number;
}

interface Timer {
  at: number;
  readonly every: number | null;
  readonly fire: () => void;
}

/** Turns of the event loop that real work between two timers (a lazily loaded module) is given. */
const SETTLE_TURNS = 2;

/** A clock on which five hours pass in microseconds, and only once everything else is waiting. */
export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  const start = options.startMs ?? Date.UTC(2026, 10, 20, 22, 0, 0);
  const horizon = options.horizonMs ?? 10 * DAY_MS;
  const timers = new Set<Timer>();
  let elapsed = 0;
  let jumped = 0;
  let turning = false;

  const earliest = (): Timer | null => {
    let first: Timer | null = null;
    for (const timer of timers) if (first === null || timer.at < first.at) first = timer;
    return first;
  };
  const fireNext = (until: number): boolean => {
    const timer = earliest();
    if (timer === null || timer.at > until) return false;
    elapsed = Math.max(elapsed, timer.at);
    if (timer.every === null) timers.delete(timer);
    else timer.at = elapsed + timer.every;
    timer.fire();
    return true;
  };
  const turn = (turns: number): void => {
    setImmediate(() => {
      if (turns > 1) return turn(turns - 1);
      turning = false;
      fireNext(Number.POSITIVE_INFINITY);
      if (elapsed > horizon)
        throw new Error(`${horizon / DAY_MS} virtual days passed: something waits for ever.`);
      keepTurning();
    });
  };
  const keepTurning = (): void => {
    if (turning || timers.size === 0 || options.auto === false) return;
    turning = true;
    turn(SETTLE_TURNS);
  };
  const add = (timer: Timer): Release => {
    timers.add(timer);
    keepTurning();
    return () => timers.delete(timer);
  };

  return {
    now: () => start + elapsed + jumped,
    monotonic: () => elapsed,
    sleep: (ms: number, cancel?: CancelToken) =>
      new Promise((resolve) => {
        let settled = false;
        const settle = (how: "slept" | "cancelled") => (): void => {
          if (settled) return;
          settled = true;
          release();
          unhear();
          resolve(how);
        };
        let unhear: Release = () => undefined;
        const release = add({ at: elapsed + Math.max(0, ms), every: null, fire: settle("slept") });
        const heard = cancel?.onCancel(settle("cancelled"));
        if (heard !== undefined) unhear = heard;
      }),
    every: (ms, listener) => add({ at: elapsed + ms, every: ms, fire: listener }),
    soon: (task) => void setImmediate(task),
    async advance(ms) {
      const until = elapsed + ms;
      do await new Promise((resolve) => setImmediate(resolve));
      while (fireNext(until));
      elapsed = Math.max(elapsed, until);
    },
    jump(ms) {
      jumped += ms;
    },
    get pending() {
      return timers.size;
    },
  };
}
