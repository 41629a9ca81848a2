import { describe, expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import { does, item, night, paths, refusal, type Night } from "./night.ts";

/** Starts that are refused, and starts after a crash. */

describe("refusals write nothing", () => {
  const rows: readonly [
    why: string,
    prepare: (one: Night) => unknown,
    request: object,
    code: string,
    words: RegExp,
  ][] = [
    ["the branch main", (one) => one.world.git.checkout("main"), {}, "CONFLICT", /branch is main/],
    ["a detached HEAD", (one) => one.world.git.checkout(null), {}, "CONFLICT", /HEAD is detached/],
    [
      "a git at work, or one that left its lock",
      ({ world }) => world.files.plant({ "/work/.git/index.lock": "" }),
      {},
      "CONFLICT",
      /Another git is at work/,
    ],
    [
      "a dirty submodule",
      ({ world }) => world.git.dirtySubmodulePaths.push("lib/sub"),
      {},
      "CONFLICT",
      /submodule lib\/sub has uncommitted/,
    ],
    [
      "two items with one id",
      (one) =>
        one.write(
          ".tool/backlog.json",
          JSON.stringify({ project: "p", description: "", items: [item("001"), item("001")] }),
        ),
      {},
      "CONFLICT",
      /Two items have the id 001/,
    ],
    ["a dirty tree", (one) => one.write("notes.md", "mine"), {}, "CONFLICT", /1 file has uncommitted/],
    ["an unknown agent", () => undefined, { agent: "claude" }, "VALIDATION_ERROR", /no agent "claude"/],
    [
      "a model that the agent refuses",
      () => undefined,
      { agent: "codex", model: "opus" },
      "VALIDATION_ERROR",
      /codex doesn't know the model opus/,
    ],
    ["an agent that isn't there", () => undefined, { agent: "codex" }, "CONFLICT", /codex is not installed/],
    [
      "a malformed backlog",
      (one) => one.write(".tool/backlog.json", "{"),
      {},
      "INVALID_JSON",
      /backlog\.json/,
    ],
    [
      "a merge under way",
      (one) => Object.assign(one.world.git, { operation: "merge" }),
      {},
      "CONFLICT",
      /merge is under way/,
    ],
    [
      "a branch that exists",
      (one) => one.world.git.checkout("taken", undefined),
      { createBranch: "work" },
      "CONFLICT",
      /branch work already/,
    ],
  ];

  it.each(rows)("%s", async (_why, prepare, request, code, words) => {
    const one = await night([item("001")], { "001": [does()] });
    await prepare(one);
    const before = await one.world.files.read(paths.backlog);
    const error = await refusal(one, request);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(words);
    expect(await one.world.files.read(paths.backlog)).toBe(before);
    for (const path of [
      paths.state,
      paths.eventsLog,
      paths.log,
      paths.lock,
      paths.done,
      "/work/.git/tool-loop.lock",
    ]) {
      expect(await one.world.files.stat(path), path).toBeNull();
    }
    expect(one.events).toEqual([]);
  });

  it("a second loop touches nothing of the first", async () => {
    const one = await night([item("001")], {
      "001": [
        async (session, world) => {
          const before = await world.world.files.read(paths.eventsLog);
          const error = await refusal(one);
          expect(error).toMatchObject({ code: "LOCK_CONFLICT" });
          expect(await world.world.files.read(paths.eventsLog)).toBe(before);
          return does()(session, world);
        },
      ],
    });
    expect(await one.run()).toMatchObject({ status: "complete" });
  });
});

describe("after a crash", () => {
  it("done without its commit is taken back, and the work goes on", async () => {
    const one = await night([item("001", { status: "done", completedAt: "2026-11-20T22:00:00.000Z" })], {
      "001": [does()],
    });
    await one.run();
    const state = await one.state();
    await one.write(".tool/state.json", JSON.stringify({ ...state, status: "running", currentItem: "001" }));
    expect(await one.run()).toMatchObject({ status: "complete", exitCode: 0 });
    expect(one.subjects()[0]).toBe("[tool] 001: Item 001");
  });

  it("an item in progress under a dead lock is pending again, and the dead run's agents are swept", async () => {
    const one = await night([item("001", { status: "in_progress" })], { "001": [does()] });
    expect(await one.run()).toMatchObject({ status: "complete" });
    expect(one.subjects()[0]).toBe("[tool] 001: Item 001");
  });

  it("a failing write stops the run, with the item pending and the lock free", async () => {
    const one = await night([item("001"), item("002")], {
      "001": [does()],
      "002": [
        async (session, world) => {
          world.world.files.hook = ({ op, path }) => {
            if (op === "rename" && path.includes("state.json"))
              throw new ToolError(
                "IO_ERROR",
                ".tool/state.json can't be written: no space left on the disk.",
              );
          };
          return does()(session, world);
        },
      ],
    });
    const error = await refusal(one);
    one.world.files.hook = null;
    expect(error).toMatchObject({ code: "IO_ERROR", message: expect.stringContaining("no space left") });
    expect(await one.world.files.stat(paths.lock)).toBeNull();
  });
});
