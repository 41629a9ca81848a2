import { describe, expect, it } from "vitest";
import type { LoopEventOf } from "#contracts/schema/loop-event";
import type { ReviewItem } from "#contracts/schema/agent-signal";
import { does, item, night, paths, says, types, type Night, type Step } from "./night.ts";

/** The session without an item is the reviewer's. */
const REVIEW = "";
const finding = (title: string, more: Partial<ReviewItem> = {}): ReviewItem => ({
  type: "bug",
  priority: 1,
  title,
  description: `${title}, src/a.ts:3`,
  acceptanceCriteria: ["It is mended"],
  ...more,
});
const answer = (...items: readonly ReviewItem[]): string =>
  `I looked.\nTOOL_REVIEW:${JSON.stringify({ items, summary: "Mostly sound." })}`;
const finds = (...titles: string[]): Step => says(answer(...titles.map((title) => finding(title))));
const clean = says("All is well.\nTOOL_DONE");
const reviewEvents = (one: Night): string[] => types(one.events).filter((type) => type.startsWith("review_"));
const eventOf = <T extends "review_started" | "review_completed" | "review_failed">(
  one: Night,
  type: T,
): LoopEventOf<T> | undefined =>
  one.events.findLast((event) => event.type === type) as LoopEventOf<T> | undefined;
const promptOfReview = (one: Night): string =>
  one.world.processes.spawned.findLast(({ env }) => env["TOOL_ITEM_ID"] === undefined)?.stdin ?? "";

describe("--review", () => {
  it("turns findings into items of one batch, works through them, and reviews no second time", async () => {
    const one = await night([item("001"), item("007")], {
      "001": [does("first\n")],
      "007": [does("second\n")],
      "008": [does()],
      "009": [does()],
      [REVIEW]: [finds("One too few", "Two too many"), finds("Never asked")],
    });
    const outcome = await one.run({ review: true });
    expect(outcome).toMatchObject({
      status: "complete",
      exitCode: 0,
      result: { completedCount: 4, reviewItemsCreated: 2, reviewSummary: "Mostly sound." },
    });
    expect(one.subjects().slice(0, 2)).toEqual(["[tool] 009: Two too many", "[tool] 008: One too few"]);
    const made = (await one.backlog()).items.slice(2);
    expect(made.map(({ id, source, status }) => [id, source, status])).toEqual([
      ["008", "review", "done"],
      ["009", "review", "done"],
    ]);
    expect(new Set(made.map(({ reviewBatch }) => reviewBatch)).size).toBe(1);
    expect(made[0]?.reviewBatch).toMatch(/^2026-.*Z$/);
    expect(reviewEvents(one)).toEqual(["review_started", "review_completed"]);
    expect(eventOf(one, "review_started")).toMatchObject({
      completedItemIds: ["001", "007"],
      files: 2,
      linesAdded: 2,
    });
    expect(eventOf(one, "review_completed")).toMatchObject({ itemsCreated: 2, itemIds: ["008", "009"] });
  });

  it("tells the session's events in their order, without an item, under the status reviewing", async () => {
    const seen: unknown[] = [];
    const looks: Step = async (session, world) => {
      seen.push(await world.state(), session.request.env["TOOL_ITEM_ID"]);
      return clean(session, world);
    };
    const one = await night([item("001")], { "001": [does()], [REVIEW]: [looks] });
    expect(await one.run({ review: true })).toMatchObject({ result: { reviewSummary: "No issues." } });
    expect(seen).toEqual([
      expect.objectContaining({ status: "reviewing", currentItem: null, review: { items: 1, files: 1 } }),
      undefined,
    ]);
    const from = types(one.events).indexOf("review_started");
    expect(
      one.events.slice(from).map((event) => [event.type, "itemId" in event ? event.itemId : null]),
    ).toEqual([
      ["review_started", null],
      ["llm_spawned", ""],
      ["llm_exited", ""],
      ["signal_parsed", ""],
      ["review_completed", null],
      ["loop_completed", null],
    ]);
  });

  it("shows the diff since the baseline of this run, not against HEAD", async () => {
    const one = await night([item("001")], { "001": [does("the new line\n")], [REVIEW]: [clean] });
    await one.write("old.txt", "the old line\n");
    await one.run({ review: true, force: true });
    const prompt = promptOfReview(one);
    expect(prompt).toContain("diff --git a/001.txt b/001.txt\n+the new line");
    expect(prompt).not.toContain("backlog.json b/");
    expect(prompt).toContain("- 001 Item 001\n  - It works");
  });

  it("names the files of a diff that is too long, never showing an empty one", async () => {
    const one = await night([item("001"), item("002")], {
      "001": [does("a long line of some file\n".repeat(500_000))],
      "002": [does("short\n")],
      [REVIEW]: [clean],
    });
    await one.run({ review: true });
    const prompt = promptOfReview(one);
    expect(prompt.length).toBeLessThan(150_000);
    expect(prompt).toContain("- 001.txt: +500000 -0");
    expect(prompt).toContain("Too large to be shown here");
  });

  it("REVIEW.md is what the reviewer is told first", async () => {
    const one = await night([item("001")], { "001": [does()], [REVIEW]: [clean] });
    await one.write(".tool/REVIEW.md", "# Look hard at {{projectName}}\n");
    await one.run({ review: true, force: true });
    expect(promptOfReview(one).startsWith("# Look hard at work\n")).toBe(true);
  });

  it.each([
    ["nothing was completed", { "001": [says("TOOL_BLOCKED:no")] }],
    ["the first question pauses the run", { "001": [says("TOOL_NEEDS_HUMAN:which?")] }],
  ])("is not due when %s", async (_why, steps) => {
    const one = await night([item("001")], steps);
    const { result } = await one.run({ review: true, pauseOnNeedsHuman: true });
    expect(reviewEvents(one)).toEqual([]);
    expect(result).not.toHaveProperty("reviewSummary");
  });

  it("comes before the end of a spent budget, and what it creates waits for the next run", async () => {
    const one = await night([item("001")], { "001": [does()], [REVIEW]: [finds("Later")] });
    const outcome = await one.run({ review: true, maxIterations: 1 });
    expect(outcome).toMatchObject({ status: "limit_reached", result: { reviewItemsCreated: 1 } });
    expect(await one.item("002")).toMatchObject({ status: "pending", title: "Later" });
  });

  it("numbers above the archive, and keeps what others wrote meanwhile", async () => {
    const adds: Step = async (session, world) => {
      const backlog = await world.backlog();
      await world.write(
        ".tool/backlog.json",
        JSON.stringify({ ...backlog, items: [...backlog.items, item("051", { priority: 4 })] }),
      );
      return finds("A", "B")(session, world);
    };
    const one = await night([item("001")], { "001": [does()], "051": [does()], [REVIEW]: [adds] });
    await one.world.files.makeDir(paths.archive);
    await one.write(
      ".tool/archive/2026-10.json",
      JSON.stringify({ month: "2026-10", items: [item("050", { status: "done" })] }),
    );
    await one.run({ review: true, maxIterations: 1 });
    expect((await one.backlog()).items.map(({ id }) => id)).toEqual(["001", "051", "052", "053"]);
  });
});

describe("a review that fails", () => {
  const failures: readonly [why: string, step: Step, reason: string][] = [
    ["says nothing", says("I looked around."), "it ended without an answer: I looked around."],
    ["answers without items", says(`TOOL_REVIEW:{"items":[],"summary":"x"}`), "its answer has no items"],
    ["breaks its JSON over lines", says('TOOL_REVIEW:{\n"items":[]}'), "its payload is not valid JSON"],
    [
      "takes back its done with an answer that can't be used",
      says(`TOOL_DONE\nTOOL_REVIEW:{"items":[3],"summary":"x"}`),
      "items[0] is missing or not valid",
    ],
    ["is blocked", says("TOOL_BLOCKED:no network"), "the reviewer is blocked: no network"],
    ["asks", says("TOOL_NEEDS_HUMAN:which branch?"), "the reviewer needs a human: which branch?"],
    [
      "dies at once",
      async (session) => {
        session.print("Invalid API key", "stderr");
        return 1;
      },
      "Invalid API key",
    ],
    ["hangs", async (session) => session.sleep(7_200_000), "it timed out after 3600 seconds"],
  ];

  it.each(failures)(
    "because it %s is told as failed, and the night's work stands",
    async (_why, step, reason) => {
      const one = await night([item("001")], { "001": [does()], [REVIEW]: [step] });
      const outcome = await one.run({ review: true });
      expect(reviewEvents(one)).toEqual(["review_started", "review_failed"]);
      expect(eventOf(one, "review_failed")?.reason).toBe(reason);
      expect(outcome).toMatchObject({ status: "complete", exitCode: 0, result: { reviewFailure: reason } });
      expect(outcome.result).not.toHaveProperty("reviewSummary");
      expect((await one.backlog()).items).toHaveLength(1);
    },
  );

  it("because git can't compare says so in git's words", async () => {
    const one = await night([item("001")], { "001": [does()], [REVIEW]: [clean] });
    const { ToolError } = await import("#contracts/error");
    one.world.git.hook = ({ op }) => {
      if (op === "diff")
        throw new ToolError("CONFLICT", "git can't compare two commits.", { reason: "bad object" });
    };
    expect(await one.run({ review: true })).toMatchObject({ status: "complete" });
    expect(reviewEvents(one)).toEqual(["review_started", "review_failed"]);
    expect(eventOf(one, "review_failed")?.reason).toBe("git can't compare two commits. bad object");
  });
});

describe("what a reviewer does to us", () => {
  const leaves =
    (mess: (one: Night) => Promise<unknown>): Step =>
    async (session, one) => {
      await mess(one);
      return finds("Found")(session, one);
    };
  const afterwards = async (mess: (one: Night) => Promise<unknown>, run = {}): Promise<Night> => {
    const one = await night([item("001")], { "001": [does()], "002": [does()], [REVIEW]: [leaves(mess)] });
    await one.run({ review: true, ...run });
    return one;
  };

  it("uncommitted changes go into a stash of their own, and its findings stand", async () => {
    const one = await afterwards((world) => world.write("scratch.txt", "tried something"));
    expect(one.world.git.stashes.map(({ message }) => message)).toEqual(["[tool] review"]);
    expect(await one.world.files.read("/work/scratch.txt")).toBeNull();
    expect(await one.item("002")).toMatchObject({ status: "done", source: "review" });
  });

  it("its commits are noted as foreign and prove nothing", async () => {
    const one = await afterwards(async ({ world }) => {
      const repository = await world.git.repository("/work");
      if (repository !== null) await world.git.commitAll(repository, "[tool] 002: Found");
    });
    const foreign = (await one.state())?.foreignCommits ?? [];
    expect(foreign).toHaveLength(1);
    expect(one.subjects()).toEqual([
      "[tool] 002: Found",
      "[tool] 002: Found",
      "[tool] 001: Item 001",
      "Start",
    ]);
    expect(one.world.git.log()[0]?.hash).not.toBe(foreign[0]);
  });

  it("a branch it switched to is left again", async () => {
    const one = await afterwards(async ({ world }) => world.git.checkout("elsewhere"));
    expect((await one.world.git.head({} as never)).branch).toBe("work");
    expect(one.subjects()[0]).toBe("[tool] 002: Found");
  });

  it("a merge it left halts the run, without losing what it found", async () => {
    const one = await afterwards(async ({ world }) => void (world.git.operation = "merge"));
    expect(await one.state()).toMatchObject({ status: "error", error: "The agent left a merge unfinished." });
    expect(await one.item("002")).toMatchObject({ status: "pending", source: "review" });
  });

  it.each([
    ["torn", '{"project":'],
    ["gone", null],
  ])("a backlog that is %s is rebuilt, with the findings in it", async (_how, text) => {
    const one = await afterwards(async (world) =>
      text === null ? world.world.files.remove(paths.backlog) : world.write(".tool/backlog.json", text),
    );
    expect((await one.backlog()).items.map(({ id, status }) => [id, status])).toEqual([
      ["001", "done"],
      ["002", "done"],
    ]);
  });

  it("the unfinished work of an item is still in the tree, and goes on with it", async () => {
    const half: Step = async (session, one) => {
      await one.write("half.txt", "half");
      return says("I ran out of words.")(session, one);
    };
    const one = await night([item("001"), item("002")], {
      "001": [does()],
      "002": [half],
      [REVIEW]: [leaves((world) => world.write("scratch.txt", "x"))],
    });
    await one.run({ review: true, maxIterations: 2 });
    expect(await one.world.files.read("/work/half.txt")).toBe("half");
    expect(one.world.git.stashes.map(({ files }) => [...files.keys()])).toEqual([["scratch.txt"]]);
    expect(await one.state()).toMatchObject({ status: "limit_reached", unfinishedItem: "002" });
  });
});

describe("a usage limit in a review", () => {
  const limited: Step = async (session) => {
    session.print("Claude AI usage limit reached|1763683200", "stderr");
    return 1;
  };

  it("is slept through, and the review tried once more", async () => {
    const one = await night([item("001")], {
      "001": [does()],
      "002": [does()],
      [REVIEW]: [limited, finds("Late")],
    });
    const outcome = await one.run({ review: true });
    expect(outcome).toMatchObject({
      status: "complete",
      result: { reviewItemsCreated: 1, completedCount: 2 },
    });
    const from = types(one.events).indexOf("review_started");
    expect(types(one.events.slice(from)).filter((type) => /review|sleep|usage/.test(type))).toEqual([
      "review_started",
      "usage_limit_hit",
      "sleep_start",
      "usage_limit_cleared",
      "sleep_end",
      "review_started",
      "review_completed",
    ]);
  });

  it("that is met again fails the review, not the run", async () => {
    const one = await night([item("001")], { "001": [does()], [REVIEW]: [limited] });
    expect(await one.run({ review: true })).toMatchObject({ status: "complete", exitCode: 0 });
    expect(reviewEvents(one)).toEqual(["review_started", "review_started", "review_failed"]);
  });

  it("halts where sleeping is off", async () => {
    const one = await night([item("001")], { "001": [does()], [REVIEW]: [limited] });
    const outcome = await one.run({ review: true, sleepOnLimit: false });
    expect(outcome).toMatchObject({
      status: "paused_usage_limit",
      exitCode: 4,
      result: { completedCount: 1 },
    });
    expect(eventOf(one, "review_failed")?.reason).toContain("usage limit");
  });
});

describe("a cancel during a review", () => {
  it("ends the agent within 2 s and pauses the run, with nothing added", async () => {
    const slow: Step = async (session) => session.sleep(3_000_000);
    const one = await night([item("001")], { "001": [does()], [REVIEW]: [slow] });
    const started = one.world.clock.now();
    void one.world.clock.sleep(5000).then(() => one.write(".tool/CANCEL", ""));
    const outcome = await one.run({ review: true });
    expect(outcome).toMatchObject({
      status: "paused",
      exitCode: 1,
      result: { cancelled: true, completedCount: 1 },
    });
    expect(one.world.clock.now() - started).toBeLessThan(7000);
    expect(reviewEvents(one)).toEqual(["review_started"]);
    expect(types(one.events).at(-1)).toBe("loop_cancelled");
    expect(await one.world.files.stat(paths.lock)).toBeNull();
  });
});

describe("--review-only", () => {
  const worked = async (steps: Readonly<Record<string, readonly Step[]>>): Promise<Night> => {
    const one = await night([item("001"), item("002")], {
      "001": [does("one\n")],
      "002": [does("two\n")],
      ...steps,
    });
    await one.run();
    one.events.length = 0;
    return one;
  };

  it("covers all done items since before the first of their commits, and starts no item", async () => {
    const one = await worked({ [REVIEW]: [finds("Left over")] });
    const outcome = await one.run({ reviewOnly: true, maxIterations: 1 });
    expect(outcome).toMatchObject({
      status: "complete",
      exitCode: 0,
      result: { completedCount: 0, reviewItemsCreated: 1 },
    });
    expect(eventOf(one, "review_started")).toMatchObject({ completedItemIds: ["001", "002"], files: 2 });
    expect(promptOfReview(one)).toContain("+one");
    expect(await one.item("003")).toMatchObject({ status: "pending", source: "review" });
    expect(types(one.events)).not.toContain("iteration_start");
  });

  it("falls back to the last run's baseline where no commit bears an item's name", async () => {
    const one = await worked({ [REVIEW]: [clean] });
    const backlog = await one.backlog();
    const renamed = backlog.items.map((entry) => ({ ...entry, title: `New ${entry.id}` }));
    await one.write(".tool/backlog.json", JSON.stringify({ ...backlog, items: renamed }));
    await one.run({ reviewOnly: true });
    expect(promptOfReview(one)).toContain("+two");
  });

  it("says in the prompt that there is no diff where nobody knows its start", async () => {
    const one = await night([item("001", { status: "done", completedAt: "2026-11-01T00:00:00.000Z" })], {
      [REVIEW]: [clean],
    });
    expect(await one.run({ reviewOnly: true })).toMatchObject({
      exitCode: 0,
      result: { reviewSummary: "No issues." },
    });
    expect(promptOfReview(one)).toContain("There is no diff");
    expect(eventOf(one, "review_started")).not.toHaveProperty("files");
  });

  it("has nothing to do without a done item", async () => {
    const one = await night([item("001")], {});
    const outcome = await one.run({ reviewOnly: true });
    expect(outcome).toMatchObject({ status: "complete", exitCode: 0, review: null });
    expect(one.world.processes.spawned).toEqual([]);
  });

  it("exits 1 when it failed: it was all there was to do", async () => {
    const one = await worked({ [REVIEW]: [says("Hm.")] });
    expect(await one.run({ reviewOnly: true })).toMatchObject({ status: "complete", exitCode: 1 });
  });

  it("runs on main and beside uncommitted work, and leaves both as they are", async () => {
    const messes: Step = async (session, one) => {
      await one.write("scratch.txt", "mine");
      return clean(session, one);
    };
    const one = await worked({ [REVIEW]: [messes] });
    one.world.git.checkout("main");
    await one.write("001.txt", "edited by hand\n");
    expect(await one.run({ reviewOnly: true })).toMatchObject({ exitCode: 0 });
    expect(await one.world.files.read("/work/001.txt")).toBe("edited by hand\n");
    expect(one.world.git.stashes.map(({ files }) => [...files.keys()])).toEqual([["scratch.txt"]]);
  });

  it("refuses an agent that isn't installed before anything is written", async () => {
    const one = await worked({});
    one.world.processes.agents.clear();
    await expect(one.run({ reviewOnly: true })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
