import { describe, expect, it } from "vitest";
import { ToolError } from "#contracts/error";
import { does, item, night, type Step } from "./night.ts";

/** What ends a night early, since to go on would only make it worse. */

describe("commits that fail one after the other", () => {
  it("end the run at the third, with the work of each in a stash", async () => {
    const items = ["001", "002", "003", "004"].map((id) => item(id));
    const one = await night(items, Object.fromEntries(items.map(({ id }) => [id, [does(id)]])));
    one.world.git.refusal = "gpg failed to sign the data\nfatal: failed to write commit object";
    expect(await one.run()).toMatchObject({
      status: "error",
      exitCode: 1,
      sessions: 3,
      error: { reason: "3 commits in a row failed: gpg failed to sign the data" },
    });
    expect(await one.item("003")).toMatchObject({ status: "blocked" });
    expect(await one.item("004")).toMatchObject({ status: "pending" });
    expect(one.world.git.stashes).toHaveLength(3);
  });

  it("are counted anew after one that succeeds", async () => {
    const items = ["001", "002", "003", "004", "005"].map((id) => item(id));
    const fails: Step = async (session, one) => {
      one.world.git.refusal = session.request.env["TOOL_ITEM_ID"] === "003" ? null : "no";
      return does()(session, one);
    };
    const one = await night(items, Object.fromEntries(items.map(({ id }) => [id, [fails]])));
    expect(await one.run()).toMatchObject({ sessions: 5, exitCode: 5 });
  });
});

describe("work in a submodule", () => {
  const leaves: Step = async (session, one) => {
    one.world.git.dirtySubmodulePaths.push("lib/sub");
    return does("outside")(session, one);
  };

  it("is in no commit: the item is blocked, the run ends, and the next one refuses", async () => {
    const one = await night([item("001"), item("002")], { "001": [leaves], "002": [does()] });
    expect(await one.run()).toMatchObject({
      status: "error",
      error: { hints: ["git -C lib/sub status"] },
    });
    expect(await one.item("001")).toMatchObject({
      status: "blocked",
      blockedReason: "the agent left uncommitted work in the submodule lib/sub; it stays there",
    });
    expect(await one.item("002")).toMatchObject({ status: "pending" });
    expect(one.subjects()).toEqual(["Start"]);
    await expect(one.run()).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("that was there before a run with --force is nobody's concern", async () => {
    const one = await night([item("001")], { "001": [does()] });
    one.world.git.dirtySubmodulePaths.push("lib/sub");
    expect(await one.run({ force: true })).toMatchObject({ status: "complete" });
  });
});

describe("a branch that is gone", () => {
  it("is not said to be restored", async () => {
    const renames: Step = async (session, { world, write }) => {
      await write("work.txt", "work");
      world.git.checkout("renamed");
      world.git.switchBranch = () => Promise.reject(new ToolError("CONFLICT", "invalid reference: night"));
      session.print("TOOL_DONE");
    };
    const one = await night([item("001")], { "001": [renames] }, { branch: "night" });
    expect(await one.run()).toMatchObject({
      status: "error",
      error: { hints: ["git branch", "git switch night"] },
    });
    expect(await one.item("001")).toMatchObject({
      blockedReason:
        'the agent switched to the branch renamed; night can\'t be restored; its work is in a stash, "[tool] 001"',
    });
  });
});

describe("the branch that a refusal offers", () => {
  it("is one that can be made", async () => {
    const one = await night([item("001")], { "001": [does()] }, { branch: "night" });
    one.world.git.checkout("main");
    await expect(one.run()).rejects.toMatchObject({
      hints: [{ command: "tool loop run --create-branch night-2" }, { command: "tool loop run --force" }],
    });
    expect(await one.run({ createBranch: "night-2" })).toMatchObject({ status: "complete" });
  });
});
