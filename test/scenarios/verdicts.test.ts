import { describe, expect, it } from "vitest";
import { does, item, night, says, types, type Step } from "./night.ts";

/** One item's session, whatever it says: what becomes of the item, the commits and the run. */

describe("done", () => {
  it("is one commit with the work and the word in it", async () => {
    const one = await night([item("001")], { "001": [does("hello")] });
    const outcome = await one.run();
    expect(outcome).toMatchObject({
      status: "complete",
      exitCode: 0,
      result: { completedCount: 1, blockedCount: 0 },
    });
    expect(one.subjects()).toEqual(["[tool] 001: Item 001", "Start"]);
    const [commit] = one.world.git.log();
    expect(commit?.files.get("001.txt")).toBe("hello");
    expect(JSON.parse(commit?.files.get(".tool/backlog.json") ?? "")).toMatchObject({
      items: [{ id: "001", status: "done", completedAt: expect.stringMatching(/^2026-/) }],
    });
    expect(await one.item("001")).toMatchObject({ status: "done" });
    expect(types(one.events)).toEqual([
      "loop_started",
      "iteration_start",
      "item_selected",
      "llm_spawned",
      "llm_exited",
      "signal_parsed",
      "item_completed",
      "loop_completed",
    ]);
  });

  it("takes items by priority, then by id, and waits for dependencies", async () => {
    const items = [
      item("001", { priority: 3 }),
      item("002", { priority: 1, dependsOn: ["003"] }),
      item("003", { priority: 4 }),
      item("1000", { priority: 2 }),
      item("999", { priority: 2 }),
    ];
    const one = await night(items, Object.fromEntries(items.map(({ id }) => [id, [does()]])));
    await one.run();
    expect(one.subjects().reverse()).toEqual([
      "Start",
      "[tool] 999: Item 999",
      "[tool] 1000: Item 1000",
      "[tool] 001: Item 001",
      "[tool] 003: Item 003",
      "[tool] 002: Item 002",
    ]);
  });

  it("spawns nothing of git but add and commit, and reads files alone besides", async () => {
    const calls: string[] = [];
    let from = 0;
    const first: Step = async (session, one) => {
      from = one.world.git.calls.length;
      return does()(session, one);
    };
    const second: Step = async (session, one) => {
      calls.push(...one.world.git.calls.slice(from));
      return does()(session, one);
    };
    await (await night([item("001"), item("002")], { "001": [first], "002": [second] })).run();
    const byFiles = ["head", "operationUnderWay", "dirtySubmodules", "stashHashes"];
    expect(calls.filter((call) => !byFiles.includes(call))).toEqual(["commitAll"]);
  });

  it("clears the human's answer", async () => {
    const one = await night([item("001", { humanAnswer: "90 days" })], { "001": [does()] });
    await one.run();
    expect(await one.item("001")).not.toHaveProperty("humanAnswer");
  });
});

describe("blocked", () => {
  const blocked: Step = async (session, { write }) => {
    await write("half.txt", "half");
    session.print("TOOL_BLOCKED:needs NPM_TOKEN");
  };

  it("keeps the reason, puts the work into a stash and goes on", async () => {
    const one = await night([item("001"), item("002")], { "001": [blocked], "002": [does()] });
    const outcome = await one.run();
    expect(outcome).toMatchObject({ status: "complete", exitCode: 5 });
    expect(await one.item("001")).toMatchObject({
      status: "blocked",
      blockedReason: 'needs NPM_TOKEN; its work is in a stash, "[tool] 001"',
    });
    expect(one.world.git.stashes.map((stash) => stash.message)).toEqual(["[tool] 001"]);
    expect(one.world.git.log()[0]?.files.has("half.txt")).toBe(false);
    expect(one.events.find((event) => event.type === "item_blocked")).toMatchObject({
      stash: one.world.git.stashes[0]?.hash,
    });
  });

  it("needs a human, and the loop goes on without --pause-on-needs-human", async () => {
    const asks: Step = async (session) => session.print("30 or 90 days?\n\nTOOL_NEEDS_HUMAN");
    const one = await night([item("001"), item("002")], { "001": [asks], "002": [does()] });
    const outcome = await one.run();
    expect(outcome).toMatchObject({ status: "complete", exitCode: 5 });
    expect(await one.item("001")).toMatchObject({ needsHuman: true, blockedReason: "30 or 90 days?" });
    expect(types(one.events)).not.toContain("loop_paused");
  });

  it("halts at the first question with --pause-on-needs-human", async () => {
    const asks: Step = async (session) => session.print("TOOL_NEEDS_HUMAN:30 or 90 days?");
    const one = await night([item("001"), item("002")], { "001": [asks] });
    const outcome = await one.run({ pauseOnNeedsHuman: true });
    expect(outcome).toMatchObject({ status: "paused_human", exitCode: 3 });
    const said = types(one.events);
    expect(said.slice(said.indexOf("needs_human"))).toEqual(["needs_human", "loop_paused"]);
    expect(await one.item("002")).toMatchObject({ status: "pending" });
  });

  it("leaves items that wait for it, names them, and doesn't read as success", async () => {
    const one = await night([item("001"), item("002", { dependsOn: ["001"] })], { "001": [blocked] });
    expect(await one.run()).toMatchObject({ status: "complete", exitCode: 5 });
    expect(await one.item("002")).toMatchObject({ status: "pending" });
  });
});

describe("no signal", () => {
  it("retries with the unfinished work in the tree, then defers and stashes it", async () => {
    const seen: (string | null)[] = [];
    const stuck: Step = async (session, { world, write }) => {
      seen.push(await world.files.read("/work/001.txt"));
      await write("001.txt", `attempt ${seen.length}`);
      return says("I am not sure.")(session, one);
    };
    const one = await night([item("001")], { "001": [stuck] });
    const outcome = await one.run({ maxRetries: 2 });
    expect(seen).toEqual([null, "attempt 1", "attempt 2"]);
    expect(outcome).toMatchObject({ status: "complete", exitCode: 1 });
    expect(await one.item("001")).toMatchObject({
      status: "blocked",
      deferred: true,
      blockedReason: 'no signal in 3 attempts; its work is in a stash, "[tool] 001"',
    });
    expect(types(one.events).filter((type) => type === "item_retried")).toHaveLength(2);
    expect((await one.state())?.deferredItems).toEqual(["001"]);
    const event = one.events.find(({ type }) => type === "item_blocked");
    expect(event).toMatchObject({ stdoutTail: expect.stringContaining("I am not sure.") });
  });

  it("an exit code of 0 without a signal is not done", async () => {
    const one = await night([item("001")], { "001": [says("Everything is finished and works."), does()] });
    await one.run();
    expect(types(one.events).filter((type) => type === "item_retried")).toHaveLength(1);
    expect(one.subjects()).toHaveLength(2);
  });

  it("a commit of the agent's own in a clean tree is the item done", async () => {
    const commits: Step = async (session, { world, write }) => {
      await write("own.txt", "own");
      const repository = await world.git.repository("/work");
      if (repository !== null) await world.git.commitAll(repository, "[tool] 001: Item 001");
      return says("I committed it.")(session, one);
    };
    const one = await night([item("001")], { "001": [commits] });
    const outcome = await one.run();
    expect(outcome).toMatchObject({ status: "complete", exitCode: 0 });
    expect(one.events.find(({ type }) => type === "item_completed")).toMatchObject({ recovered: true });
  });

  it("a commit under another item's name proves nothing for that item", async () => {
    const meddles: Step = async (session, { world, write }) => {
      await write("002.txt", "stolen");
      const repository = await world.git.repository("/work");
      if (repository !== null) await world.git.commitAll(repository, "[tool] 002: Item 002");
      session.print("TOOL_DONE");
    };
    const one = await night([item("001"), item("002")], { "001": [meddles], "002": [says("nothing")] });
    await one.run({ maxRetries: 0 });
    expect(await one.item("002")).toMatchObject({ status: "blocked", deferred: true });
    expect((await one.state())?.foreignCommits).toHaveLength(1);
  });
});

describe("a timeout", () => {
  const sleeps: Step = async (session) => {
    await session.sleep(10 * 3_600_000);
  };

  it("is a genuine block that says after how long", async () => {
    const one = await night([item("001")], { "001": [sleeps] });
    const outcome = await one.run({ sessionTimeoutMinutes: 60 });
    expect(await one.item("001")).toMatchObject({
      status: "blocked",
      blockedReason: "timed out after 3600 seconds",
    });
    expect(outcome).toMatchObject({ exitCode: 5 });
    expect(one.events.find(({ type }) => type === "llm_exited")).toMatchObject({ timedOut: true });
  });

  it("counts a signal that stood complete before it", async () => {
    const lingers: Step = async (session, world) => {
      await does()(session, world);
      await session.sleep(10 * 3_600_000);
    };
    const one = await night([item("001")], { "001": [lingers] });
    await one.run();
    expect(await one.item("001")).toMatchObject({ status: "done" });
  });

  it("warns once for each silence before", async () => {
    const one = await night([item("001")], { "001": [sleeps] });
    await one.run({ sessionTimeoutMinutes: 30 });
    expect(one.events.filter(({ type }) => type === "llm_stuck_warning")).toMatchObject([
      { itemId: "001", silentMs: 300_000 },
    ]);
  });
});

describe("failing at once", () => {
  const dies: Step = async (session) => {
    session.print("Invalid API key · Please run /login", "stderr");
    return 1;
  };

  it("trips the breaker after three, changes no item, and pauses in between", async () => {
    const one = await night([item("001")], { "001": [dies] });
    const started = one.world.clock.now();
    const outcome = await one.run();
    expect(outcome).toMatchObject({
      status: "error",
      exitCode: 1,
      error: { words: "Invalid API key · Please run /login" },
    });
    expect(one.world.clock.now() - started).toBeGreaterThanOrEqual(6000);
    expect(await one.item("001")).toEqual(item("001"));
    expect(await one.state()).toMatchObject({ status: "error", iteration: 0 });
    expect(one.events.at(-1)).toMatchObject({
      type: "loop_error",
      error: "3 failures in a row: Invalid API key · Please run /login",
    });
  });

  it("a session that goes well in between starts the count anew", async () => {
    const one = await night([item("001"), item("002")], {
      "001": [dies, dies, does()],
      "002": [dies, dies, does()],
    });
    expect(await one.run()).toMatchObject({ status: "complete", exitCode: 0 });
  });
});
