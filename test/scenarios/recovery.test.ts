import { describe, expect, it } from "vitest";
import { createCancelSource } from "#engine/cancel";
import { runUnderLock } from "#engine/loop/start-loop";
import { resetLoop } from "#engine/operations/loop/reset-loop";
import { resumeLoop, type Resumed, type ResumeInput } from "#engine/operations/loop/resume-loop";
import type { LoopOutcome } from "#engine/loop/finish-loop";
import { does, item, night, paths, REQUEST, says, type Night, type Step } from "./night.ts";

const reset = (one: Night): ReturnType<typeof resetLoop> => resetLoop(one.world.runner(), paths);

/** Resume, and the run that it hands the lock to. */
const resume = async (
  one: Night,
  input: Partial<ResumeInput> = {},
): Promise<{ resumed: Resumed; outcome: LoopOutcome | null }> => {
  const ports = one.world.runner();
  const { token } = createCancelSource();
  const resumed = await resumeLoop(ports, paths, {
    request: REQUEST,
    answers: [],
    retryBlocked: false,
    recover: false,
    cancel: token,
    ...input,
  });
  const { ready } = resumed;
  if (ready === null) return { resumed, outcome: null };
  expect(await one.world.files.read(paths.lock)).not.toBeNull();
  const hooks = { cancel: createCancelSource(), hurry: token };
  return {
    resumed,
    outcome: await runUnderLock(ports, paths, ready.request, hooks, ready.checked, ready.lock),
  };
};

const code = async (doing: Promise<unknown>): Promise<string> => {
  try {
    await doing;
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "none";
};

const crashed = async (one: Night, id: string): Promise<void> => {
  const state = await one.state();
  await one.write(
    ".tool/state.json",
    JSON.stringify({ ...state, status: "running", currentItem: id, completedItems: [] }),
  );
};

describe("reset", () => {
  it("mends all that a dead run leaves, and a second time changes nothing", async () => {
    const one = await night(
      [
        item("001", { status: "in_progress" }),
        item("002", { status: "blocked", deferred: true, blockedReason: "no signal" }),
        item("003", { status: "blocked", blockedReason: "needs a token" }),
        item("004", { status: "blocked", needsHuman: true, blockedReason: "30 or 90?" }),
        item("005", { status: "done", completedAt: "2026-11-01T00:00:00.000Z" }),
      ],
      {},
    );
    await one.write(".tool/DONE", "");
    await one.write(".tool/CANCEL", "");
    const first = await reset(one);
    expect(first.report).toEqual({
      recovered: [],
      requeued: ["002"],
      keptBlocked: [
        { id: "003", reason: "needs a token" },
        { id: "004", reason: "30 or 90?" },
      ],
      stalledReset: 1,
      lockCleared: false,
      stateCleared: false,
      treeClean: true,
    });
    const after = await one.backlog();
    expect(after.items.map(({ status }) => status)).toEqual([
      "pending",
      "pending",
      "blocked",
      "blocked",
      "done",
    ]);
    for (const path of [paths.state, paths.done, paths.cancel, paths.lock]) {
      expect(await one.world.files.stat(path), path).toBeNull();
    }
    expect((await reset(one)).report).toMatchObject({ requeued: [], stalledReset: 0, stateCleared: false });
    expect(await one.backlog()).toEqual(after);
  });

  it("removes the prompts that a killed runner left for its agents, and nobody else's", async () => {
    const one = await night([item("001", { status: "in_progress" })], {});
    const [token, other] = ["0a1b2c3d-0000-4000-8000-000000000001", "0a1b2c3d-0000-4000-8000-000000000002"];
    const dead = {
      pid: 9,
      processStartTime: null,

      token,
      startedAt: "2026-11-20T21:00:00.000Z",
    };
    await one.write(".tool/.loop.lock", `${JSON.stringify(dead)}\n`);
    const kept = [`/tmp/${other}.1.md`, `/tmp/${token}.txt`, "/tmp/notes.1.md"];
    one.world.files.plant(Object.fromEntries([`/tmp/${token}.12.md`, ...kept].map((path) => [path, "x"])));
    await reset(one);
    expect(await one.world.files.stat(paths.lock)).toBeNull();
    expect((await one.world.files.list("/tmp"))?.map(({ name }) => `/tmp/${name}`).sort()).toEqual(
      kept.sort(),
    );
  });

  it("promotes an item whose commit is there, and takes back a done that has none", async () => {
    const one = await night([item("001"), item("002")], { "001": [does()], "002": [does()] });
    await one.run();
    await crashed(one, "002");
    const backlog = await one.backlog();
    const items = backlog.items.map((entry) =>
      entry.id === "002" ? { ...entry, status: "in_progress" as const, completedAt: null } : entry,
    );
    await one.write(".tool/backlog.json", JSON.stringify({ ...backlog, items }));
    expect((await reset(one)).report.recovered).toEqual(["002"]);
    expect(await one.item("002")).toMatchObject({ status: "done" });
  });

  it("refuses under a live loop, and touches nothing", async () => {
    const one = await night([item("001")], {
      "001": [
        async (session, world) => {
          const before = await world.world.files.read(paths.backlog);
          expect(await code(reset(world))).toBe("LOCK_CONFLICT");
          expect(await code(resume(world))).toBe("LOCK_CONFLICT");
          expect(await world.world.files.read(paths.backlog)).toBe(before);
          return does()(session, world);
        },
      ],
    });
    expect(await one.run()).toMatchObject({ status: "complete" });
  });
});

describe("resume", () => {
  it("injects the answer, which stands in the next prompt, and goes on", async () => {
    const prompts: string[] = [];
    const asks: Step = async (session) => session.print("TOOL_NEEDS_HUMAN:30 or 90 days?");
    const answered: Step = async (session, world) => {
      prompts.push(session.request.stdin ?? "");
      return does()(session, world);
    };
    const one = await night([item("001"), item("002")], { "001": [asks, answered], "002": [does()] });
    await one.run({ pauseOnNeedsHuman: true });
    const { resumed, outcome } = await resume(one, { answers: [{ id: "001", text: "90 days" }] });
    expect(resumed).toMatchObject({ answered: ["001"], toDo: 2 });
    expect(outcome).toMatchObject({ status: "complete", exitCode: 0 });
    expect(prompts[0]).toMatch(/Human's Answer to Your Previous Question\s+90 days/);
    expect(prompts[0]?.indexOf("Human's Answer")).toBeLessThan(prompts[0]?.indexOf("# The backlog") ?? 0);
    expect(await one.item("001")).not.toHaveProperty("humanAnswer");
  });

  it("goes on with the unfinished work after a cancel, and requeues what was deferred", async () => {
    const seen: (string | null)[] = [];
    const long: Step = async (session, { write }) => {
      await write("half.txt", "half");
      await session.sleep(3_600_000);
    };
    const goesOn: Step = async (session, world) => {
      seen.push(await world.world.files.read("/work/half.txt"));
      return does()(session, world);
    };
    const one = await night(
      [item("001"), item("002", { status: "blocked", deferred: true, blockedReason: "no signal" })],
      { "001": [long, goesOn], "002": [does()] },
    );
    void one.world.clock.sleep(5000).then(() => one.cancel.cancel("signal"));
    await one.run();
    const { resumed, outcome } = await resume(one);
    expect(resumed.reconciled).toMatchObject({ requeued: ["002"], treeClean: false });
    expect(outcome).toMatchObject({ status: "complete", result: { completedCount: 2 } });
    expect(seen).toEqual(["half"]);
  });

  it("goes on where --force had let it start, on main too", async () => {
    const asks: Step = async (session) => session.print("TOOL_NEEDS_HUMAN:30 or 90 days?");
    const one = await night([item("001")], { "001": [asks, does()] });
    one.world.git.checkout("main");
    const repository = await one.world.git.repository("/work");
    if (repository !== null) await one.world.git.commitAll(repository, "On main");
    await one.run({ force: true, pauseOnNeedsHuman: true });
    const { outcome } = await resume(one, { answers: [{ id: "001", text: "90" }] });
    expect(outcome).toMatchObject({ status: "complete", exitCode: 0 });
  });

  it("refuses over a crashed item's uncommitted work, names both ways on, and changes nothing", async () => {
    const one = await night([item("001")], { "001": [does()] });
    await one.run();
    const backlog = await one.backlog();
    const items = [...backlog.items, item("002", { status: "in_progress" })];
    await one.write(".tool/backlog.json", JSON.stringify({ ...backlog, items }));
    await crashed(one, "002");
    await one.write("half.txt", "half");
    const before = await one.world.files.read(paths.backlog);
    await expect(resume(one)).rejects.toMatchObject({
      code: "CONFLICT",
      message: "002 was interrupted, and its work is not committed.",
      hints: [{ command: "git stash push -u -m '[tool] 002' -- ':![.]tool/*'" }],
    });
    await one.write(
      ".tool.json",
      ((await one.world.files.read(paths.marker)) ?? "").replace('"verify":""', '"verify":"true"'),
    );
    await expect(resume(one)).rejects.toMatchObject({
      hints: [
        { command: "tool resume --recover" },
        { command: "git stash push -u -m '[tool] 002' -- ':![.]tool/*'" },
      ],
    });
    expect(await one.world.files.read(paths.backlog)).toBe(before);
    expect(await one.world.files.stat(paths.lock)).toBeNull();
    expect(await one.world.files.read(paths.state)).not.toBeNull();
  });

  it("has nothing to do when all items are done, and says what is left when none can start", async () => {
    const done = await night([item("001")], { "001": [does()] });
    await done.run();
    expect((await resume(done)).resumed).toMatchObject({ toDo: 0, ready: null });
    const blocked = await night([item("001"), item("002", { dependsOn: ["001"] })], {
      "001": [says("TOOL_BLOCKED:needs a token")],
    });
    await blocked.run();
    expect((await resume(blocked)).resumed).toMatchObject({ toDo: 0, ready: null });
    expect(await blocked.world.files.stat(paths.lock)).toBeNull();
  });

  it("is refused where no run was interrupted", async () => {
    const one = await night([item("001")], {});
    expect(await code(resume(one))).toBe("CONFLICT");
  });

  it("refuses an answer to an item that isn't there, or is done, before it takes anything", async () => {
    const one = await night([item("001")], { "001": [does()] });
    await one.run();
    expect(await code(resume(one, { answers: [{ id: "042", text: "x" }] }))).toBe("NOT_FOUND");
    expect(await code(resume(one, { answers: [{ id: "001", text: "x" }] }))).toBe("TRANSITION_INVALID");
  });
});
