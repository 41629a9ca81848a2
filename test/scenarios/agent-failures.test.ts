import { describe, expect, it } from "vitest";
import { does, item, night, types, type Step } from "./night.ts";

/** What keeps the agent from working, whatever the item: how long is waited, what it costs, what is read in the morning. */

const MINUTE = 60_000;
const fails =
  (words: string, afterMs = 2000): Step =>
  async (session) => {
    await session.sleep(afterMs);
    session.print(words, "stderr");
    return 1;
  };

describe("a rate limit", () => {
  const limited = fails("429 Rate limit reached for model on tokens per min (TPM).");

  it("is waited out as a running loop: no usage limit, no attempt, no iteration", async () => {
    const one = await night([item("001")], { "001": [limited, limited, does()] });
    const statuses = new Set<unknown>();
    const started = one.world.clock.now();
    void one.world.clock.sleep(30_000).then(async () => statuses.add((await one.state())?.status));
    void one.world.clock.sleep(2 * MINUTE).then(async () => statuses.add((await one.state())?.status));
    const outcome = await one.run({ maxRetries: 0, circuitBreakerThreshold: 1, sleepOnLimit: false });
    expect(outcome).toMatchObject({ status: "complete", exitCode: 0, sleptMs: 0 });
    expect([...statuses]).toEqual(["running"]);
    expect(types(one.events).filter((type) => /usage|sleep|retried/.test(type))).toEqual([]);
    expect(await one.state()).toMatchObject({ iteration: 1 });
    const tookMs = one.world.clock.now() - started;
    expect(tookMs).toBeGreaterThanOrEqual(3 * MINUTE);
    expect(tookMs).toBeLessThan(4 * MINUTE);
  });

  it("takes as long as the agent says", async () => {
    const told = fails("429 Rate limit reached. Please try again in 20s.");
    const one = await night([item("001")], { "001": [told, does()] });
    const started = one.world.clock.now();
    await one.run();
    expect(one.world.clock.now() - started).toBeLessThan(30_000);
  });

  it("that lasts is slept on as a usage limit, and so is bounded", async () => {
    const one = await night([item("001")], { "001": [limited] });
    void one.world.clock.sleep(6 * 60 * MINUTE).then(() => one.cancel.cancel("signal"));
    await one.run();
    const sessions = types(one.events).filter((type) => type === "llm_spawned").length;
    expect(sessions).toBeGreaterThan(7);
    expect(sessions).toBeLessThan(14);
    expect(one.events.find(({ type }) => type === "sleep_start")).toMatchObject({
      reason: "the 5-hour usage limit of generic-cli",
    });
  });

  it("that lasts ends the run where sleeping is off", async () => {
    const one = await night([item("001")], { "001": [limited] });
    expect(await one.run({ sleepOnLimit: false })).toMatchObject({
      status: "paused_usage_limit",
      exitCode: 4,
    });
  });

  it("is left at once by a cancel", async () => {
    const one = await night([item("001")], { "001": [limited] });
    const started = one.world.clock.now();
    void one.world.clock.sleep(20_000).then(() => one.cancel.cancel("signal"));
    expect(await one.run()).toMatchObject({ status: "paused" });
    expect(one.world.clock.now() - started).toBeLessThan(22_000);
  });
});

describe("an agent that is not logged in", () => {
  it.each<[string, number]>([
    ["at once", 500],
    ["after minutes of trying", 3 * MINUTE],
  ])("%s, changes none of thirty items, and the end says why", async (_, afterMs) => {
    const ids = Array.from({ length: 30 }, (_one, at) => String(at + 1).padStart(3, "0"));
    const step = fails("unexpected status 401 Unauthorized: Incorrect API key provided", afterMs);
    const one = await night(
      ids.map((id) => item(id)),
      Object.fromEntries(ids.map((id) => [id, [step]])),
    );
    const words = "not logged in: unexpected status 401 Unauthorized: Incorrect API key provided";
    expect(await one.run()).toMatchObject({ status: "error", exitCode: 1, sessions: 3, error: { words } });
    expect(one.events.at(-1)).toMatchObject({ type: "loop_error", error: `3 failures in a row: ${words}` });
    expect((await one.backlog()).items.every(({ status }) => status === "pending")).toBe(true);
    expect(types(one.events)).not.toContain("item_retried");
  });
});

describe("an overload that lasts for minutes", () => {
  it("costs attempts, and the reason of the deferred item says so", async () => {
    const one = await night([item("001")], { "001": [fails("API Error: 529 Overloaded.", MINUTE)] });
    await one.run({ maxRetries: 1 });
    expect(await one.item("001")).toMatchObject({
      deferred: true,
      blockedReason: "no signal in 2 attempts: API Error: 529 Overloaded.",
    });
  });
});

describe("a structured agent that exits 0 on errors", () => {
  const message = (more: object): string =>
    JSON.stringify({ type: "message_end", message: { role: "assistant", content: [], ...more } });
  const marker = { provider: "pi", providerConfig: { binary: "/bin/agent" } };

  it("fails all the same", async () => {
    const refused: Step = async (session) => {
      session.print(
        message({ stopReason: "error", errorMessage: "403 Your account may not use this model." }),
      );
    };
    const one = await night([item("001")], { "001": [refused] }, { marker });
    expect(await one.run()).toMatchObject({
      status: "error",
      error: { words: "permission refused: 403 Your account may not use this model." },
    });
    expect(await one.item("001")).toMatchObject({ status: "pending" });
  });
});
