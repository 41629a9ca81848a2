import { expect, it } from "vitest";
import { createSystemClock } from "#platform/system-clock";
import { createCancelSource } from "#engine/cancel";
import { clockContract } from "../../test/contracts/clock-contract.ts";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms + 5));

clockContract("this machine's", () => ({ clock: createSystemClock(), pass: wait }));

it("leaves no timer behind", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === "Timeout").length;
  const before = timers();
  const clock = createSystemClock();
  const cancel = createCancelSource();
  const sleeping = clock.sleep(600_000, cancel.token);
  const release = clock.every(600_000, () => undefined);
  expect(timers()).toBe(before + 2);
  cancel.cancel("signal");
  release();
  await sleeping;
  expect(timers()).toBe(before);
});
