import { describe, expect, it } from "vitest";
import { does, item, night, paths, refusal, says, types, type Step } from "./night.ts";

describe("cancel", () => {
  const long: Step = async (session, { write }) => {
    await write("half.txt", "half");
    await session.sleep(3_600_000);
  };

  it("ends the agent, leaves the item pending with its work in the tree, and costs no retry", async () => {
    const one = await night([item("001")], { "001": [long] });
    void one.world.clock.sleep(5000).then(() => one.cancel.cancel("signal"));
    const outcome = await one.run();
    expect(outcome).toMatchObject({ status: "paused", exitCode: 1, result: { cancelled: true } });
    expect(await one.item("001")).toEqual(item("001"));
    expect(await one.world.files.read("/work/half.txt")).toBe("half");
    expect(await one.state()).toMatchObject({ status: "paused", unfinishedItem: "001", currentItem: null });
    expect(types(one.events).at(-1)).toBe("loop_cancelled");
    expect(await one.world.files.stat(paths.lock)).toBeNull();
    expect(await one.world.files.read(paths.done)).not.toBeNull();
  });

  it("is heard from the CANCEL file within 2 s", async () => {
    const one = await night([item("001")], { "001": [long] });
    const started = one.world.clock.now();
    void one.world.clock.sleep(5000).then(() => one.write(".tool/CANCEL", ""));
    await one.run();
    expect(one.world.clock.now() - started).toBeLessThan(7000);
    expect(await one.state()).toMatchObject({ status: "paused" });
  });

  it("a leftover CANCEL of an earlier run doesn't stop the next", async () => {
    const one = await night([item("001")], { "001": [does()] });
    await one.write(".tool/CANCEL", "");
    expect(await one.run()).toMatchObject({ status: "complete" });
  });

  it("the next run goes on with the unfinished item, its work still in the tree, before one of higher priority", async () => {
    const seen: (string | null)[] = [];
    const goesOn: Step = async (session, world) => {
      seen.push(await world.world.files.read("/work/half.txt"));
      return does()(session, world);
    };
    const one = await night([item("001", { priority: 4 })], { "001": [long, goesOn], "002": [does()] });
    void one.world.clock.sleep(5000).then(() => one.cancel.cancel("signal"));
    await one.run();
    const backlog = await one.backlog();
    await one.write(
      ".tool/backlog.json",
      JSON.stringify({ ...backlog, items: [...backlog.items, item("002", { priority: 1 })] }),
    );
    expect(await refusal(one)).toMatchObject({
      code: "CONFLICT",
      reason: expect.stringContaining("unfinished work of 001"),
      hints: [
        { command: "tool resume", purpose: "go on with 001" },
        { command: "git stash push -u -m '[tool] 001' -- ':![.]tool/*'" },
        { command: "tool loop run --force" },
      ],
    });
    await one.run({ force: true });
    expect(seen).toEqual(["half"]);
    expect(one.subjects().slice(0, 2)).toEqual(["[tool] 002: Item 002", "[tool] 001: Item 001"]);
  });
});

describe("a usage limit", () => {
  const limited: Step = async (session) => {
    session.print("Claude AI usage limit reached|1763683200", "stderr");
    return 1;
  };

  it("sleeps until the reset, costs no attempt and no iteration, and says so in order", async () => {
    const one = await night([item("001")], { "001": [limited, does()] });
    const outcome = await one.run();
    expect(outcome).toMatchObject({ status: "complete", exitCode: 0 });
    const said = types(one.events).filter((type) => /usage|sleep/.test(type));
    expect(said).toEqual(["usage_limit_hit", "sleep_start", "usage_limit_cleared", "sleep_end"]);
    expect(await one.state()).toMatchObject({ iteration: 1, sleepUntil: null });
  });

  it("halts resumably where sleeping is off", async () => {
    const one = await night([item("001")], { "001": [limited] });
    expect(await one.run({ sleepOnLimit: false })).toMatchObject({
      status: "paused_usage_limit",
      exitCode: 4,
    });
    expect(await one.item("001")).toMatchObject({ status: "pending" });
  });

  it("a reset time that stays past is asked after ever more slowly, not respawned on", async () => {
    const stale: Step = async (session) => {
      session.print("Claude AI usage limit reached|1000000000", "stderr");
      return 1;
    };
    const one = await night([item("001")], { "001": [stale] });
    void one.world.clock.sleep(24 * 3_600_000).then(() => one.cancel.cancel("signal"));
    await one.run();
    const sleeps = types(one.events).filter((type) => type === "sleep_start").length;
    expect(sleeps).toBeGreaterThan(5);
    expect(sleeps).toBeLessThan(40);
  });

  it("ends within 2 s when the machine itself was suspended meanwhile", async () => {
    const one = await night([item("001")], { "001": [limited, does()] });
    const started = one.world.clock.monotonic();
    void one.world.clock.sleep(20_000).then(() => one.world.clock.jump(6 * 3_600_000));
    expect(await one.run()).toMatchObject({ status: "complete" });
    expect(one.world.clock.monotonic() - started).toBeLessThan(23_000);
  });

  it("is known before the first session: the week first, then the five hours", async () => {
    const one = await night([item("001")], { "001": [does()] });
    const resetsAtMs = one.world.clock.now() + 3_600_000;
    const full = { utilization: 100, resetsAtMs };
    const free = { utilization: 20, resetsAtMs };
    one.world.usage.push({ fiveHour: full, sevenDay: free }, { fiveHour: free, sevenDay: free });
    expect(await one.run()).toMatchObject({ status: "complete", sessions: 1 });
    expect(one.world.clock.now()).toBeGreaterThanOrEqual(resetsAtMs);
    expect(types(one.events).slice(0, 5)).toEqual([
      "loop_started",
      "usage_limit_hit",
      "sleep_start",
      "usage_limit_cleared",
      "sleep_end",
    ]);
    const two = await night([item("001")], { "001": [does()] });
    two.world.usage.push({ fiveHour: full, sevenDay: full });
    expect(await two.run()).toMatchObject({ status: "weekly_limit", exitCode: 4, sessions: 0 });
    expect(two.events.find(({ type }) => type === "usage_limit_hit")).toMatchObject({
      limitType: "7d",
      utilization: 100,
    });
  });

  it("is asked for once in five minutes, however many items there are", async () => {
    const items = Array.from({ length: 9 }, (_, at) => item(`00${at + 1}`));
    const minute: Step = async (session, world) => {
      await session.sleep(60_000);
      return does()(session, world);
    };
    const one = await night(items, Object.fromEntries(items.map(({ id }) => [id, [minute]])));
    const free = { utilization: 20, resetsAtMs: null };
    for (let n = 0; n < 9; n += 1) one.world.usage.push({ fiveHour: free, sevenDay: null });
    await one.run();
    expect(one.world.usage).toHaveLength(9 - 2);
  });

  it("a cancel ends the sleep within 2 s", async () => {
    const one = await night([item("001")], { "001": [limited] });
    const started = one.world.clock.now();
    void one.world.clock.sleep(60_000).then(() => one.cancel.cancel("signal"));
    expect(await one.run()).toMatchObject({ status: "paused" });
    expect(one.world.clock.now() - started).toBeLessThan(63_000);
  });

  it("work about limits doesn't put the loop to sleep", async () => {
    const about: Step = async (session, world) => {
      session.print("I fixed the message `You've hit your usage limit. Try again later.`");
      return does()(session, world);
    };
    const one = await night([item("001")], { "001": [about] });
    await one.run();
    expect(types(one.events)).not.toContain("usage_limit_hit");
  });
});

describe("what agents do to us", () => {
  it("a commit that a hook refuses blocks the item with git's words and stashes the work", async () => {
    const one = await night([item("001"), item("002")], { "001": [does("one")], "002": [does("two")] });
    one.world.git.refusal = "husky - pre-commit hook exited with code 1";
    await one.run();
    expect(await one.item("001")).toMatchObject({
      status: "blocked",
      completedAt: null,
      blockedReason: expect.stringContaining("the commit failed: husky - pre-commit hook exited with code 1"),
    });
    expect(one.subjects()).toEqual(["Start"]);
    expect(one.world.git.stashes.map(({ message }) => message).toSorted()).toEqual([
      "[tool] 001",
      "[tool] 002",
    ]);
  });

  it("a destroyed backlog is rebuilt from memory and the item blocked", async () => {
    const destroys: Step = async (session, { write }) => {
      await write(".tool/backlog.json", "{ torn");
      session.print("TOOL_DONE");
    };
    const one = await night([item("001"), item("002")], { "001": [destroys], "002": [does()] });
    await one.run();
    expect(await one.item("001")).toMatchObject({
      status: "blocked",
      blockedReason: expect.stringMatching(
        /^backlog\.json was destroyed during its session: Line 1, column 3: .* missing; it was rebuilt, what stood there is in \.tool\/backlog\.json\.\d{8}T\d{6}\.bak$/,
      ),
    });
    const kept = [...one.world.files.tree("/work/.tool")].filter(([name]) => /T\d{6}\.bak$/.test(name));
    expect(kept.map(([, text]) => text)).toEqual(["{ torn"]);
    expect(await one.item("002")).toMatchObject({ status: "done" });
  });

  it("a folder in the place of the backlog is put aside, each time, and the backlog rebuilt", async () => {
    const blocks: Step = async (session, { world }) => {
      await world.files.remove("/work/.tool/backlog.json");
      await world.files.makeDir("/work/.tool/backlog.json");
      session.print("TOOL_DONE");
    };
    const one = await night([item("001"), item("002"), item("003")], {
      "001": [blocks],
      "002": [blocks],
      "003": [does()],
    });
    await one.run();
    const reasons = [await one.item("001"), await one.item("002")].map(({ blockedReason }) => blockedReason);
    const words =
      "backlog.json was destroyed during its session: .tool/backlog.json can't be read: it is a folder;";
    for (const reason of reasons) expect(reason).toContain(words);
    expect(
      new Set(reasons.map((reason) => /\.tool\/backlog\.json\.\S+\.bak/.exec(reason ?? "")?.[0])).size,
    ).toBe(2);
    expect(await one.item("003")).toMatchObject({ status: "done" });
  });

  it("a folder in the place of the prompt's file ends nothing", async () => {
    const one = await night(
      [item("001")],
      {
        "001": [
          async ({ request, print }, { world, write }) => {
            const [prompt = ""] = request.args;
            await world.files.remove(prompt);
            await world.files.makeDir(prompt);
            await write("a.txt", "work");
            print("TOOL_DONE");
          },
        ],
      },
      {
        marker: {
          providerConfig: { binary: "/bin/agent", args: ["{{promptFile}}"], promptDelivery: "file" },
        },
        branch: "night",
      },
    );
    await one.world.files.makeDir("/tmp");
    expect(await one.run()).toMatchObject({ status: "complete", exitCode: 0 });
    expect(one.subjects()[0]).toContain("001");
  });

  it("a backlog that an editor is saving between two passes is looked at again", async () => {
    const saves: Step = async (session, one) => {
      await does()(session, one);
      one.world.git.hook = async ({ op }) => {
        if (op !== "commitAll") return;
        one.world.git.hook = null;
        const text = (await one.world.files.read(paths.backlog)) ?? "";
        void one.world.clock.sleep(1).then(() => one.write(".tool/backlog.json", text.slice(0, 50)));
        void one.world.clock.sleep(900).then(() => one.write(".tool/backlog.json", text));
        await one.world.clock.sleep(10);
      };
    };
    const one = await night([item("001"), item("002")], { "001": [saves], "002": [does()] });
    expect(await one.run()).toMatchObject({ status: "complete", exitCode: 0 });
  });

  it("a deleted state directory is built up again, the lock in it, too", async () => {
    const deletes: Step = async (session, { world }) => {
      await world.files.removeDir("/work/.tool");
      session.print("TOOL_DONE");
    };
    const looks: Step = async (session, one) => {
      expect(await one.world.files.read(paths.lock)).not.toBeNull();
      return does()(session, one);
    };
    const one = await night([item("001"), item("002")], { "001": [deletes], "002": [looks] });
    await one.run();
    expect(await one.item("001")).toMatchObject({
      status: "blocked",
      blockedReason: expect.stringContaining("destroyed"),
    });
    expect(await one.item("002")).toMatchObject({ status: "done" });
    expect(await one.world.files.stat(paths.lock)).toBeNull();
  });

  it("edits of other items stand, its own status is the runner's", async () => {
    const edits: Step = async (session, world) => {
      const backlog = await world.backlog();
      const items = backlog.items.map((one) =>
        one.id === "002" ? { ...one, title: "Retitled", note: "kept" } : { ...one, status: "done" as const },
      );
      await world.write(".tool/backlog.json", JSON.stringify({ ...backlog, items }));
      session.print("TOOL_BLOCKED:no");
    };
    const one = await night([item("001"), item("002")], { "001": [edits], "002": [does()] });
    await one.run();
    expect(await one.item("001")).toMatchObject({ status: "blocked" });
    expect(await one.item("002")).toMatchObject({ title: "Retitled", note: "kept" });
    expect(one.subjects()[0]).toBe("[tool] 002: Retitled");
  });

  it("a switched branch is restored and the item blocked", async () => {
    const switches: Step = async (session, { world }) => {
      world.git.checkout("elsewhere");
      session.print("TOOL_DONE");
    };
    const one = await night(
      [item("001"), item("002")],
      { "001": [switches], "002": [does()] },
      { branch: "night" },
    );
    await one.run();
    expect(await one.item("001")).toMatchObject({
      status: "blocked",
      blockedReason: expect.stringContaining("elsewhere"),
    });
    const repository = await one.world.git.repository("/work");
    expect(repository && (await one.world.git.head(repository)).branch).toBe("night");
    expect(await one.item("002")).toMatchObject({ status: "done" });
  });

  it("a merge left behind blocks the item and halts the run", async () => {
    const merges: Step = async (session, { world }) => {
      world.git.operation = "merge";
      session.print("TOOL_DONE");
    };
    const one = await night([item("001"), item("002")], { "001": [merges] });
    const outcome = await one.run();
    expect(outcome).toMatchObject({
      status: "error",
      exitCode: 1,
      error: { hints: ["git status", "git merge --abort"] },
    });
    expect(await one.item("001")).toMatchObject({ status: "blocked" });
    expect(await one.item("002")).toMatchObject({ status: "pending" });
  });
});

describe("the budget", () => {
  it("ends the run with items left, and says that it is the budget", async () => {
    const one = await night([item("001"), item("002")], { "001": [does()] });
    const outcome = await one.run({ maxIterations: 1 });
    expect(outcome).toMatchObject({ status: "limit_reached", exitCode: 4 });
    expect(await one.world.files.read(paths.log)).toMatch(/Max iterations reached \(1\)\n$/);
  });

  it("counts a retry", async () => {
    const one = await night([item("001")], { "001": [says("hm"), does()] });
    expect(await one.run({ maxIterations: 1 })).toMatchObject({ status: "limit_reached" });
    expect(await one.state()).toMatchObject({ iteration: 1, unfinishedItem: "001" });
  });
});
