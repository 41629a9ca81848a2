import { describe, expect, it } from "vitest";
import { does, item, night, paths, says, type Night, type Step } from "./night.ts";

/** What people and their editors do to a backlog at the very moment when a run wants it. */

const asked = { status: "blocked", needsHuman: true, blockedReason: "30 or 90?" } as const;

/** The file as it stands, with another title for 002. */
async function retitled(one: Night): Promise<string> {
  const backlog = await one.backlog();
  const items = backlog.items.map((each) => (each.id === "002" ? { ...each, title: "Mine" } : each));
  return JSON.stringify({ ...backlog, items });
}

describe("an editor that saves the backlog", () => {
  const saves: readonly (readonly [string, (one: Night, text: string) => Promise<unknown>])[] = [
    ["by a rename", ({ world }) => world.files.remove(paths.backlog)],
    ["in its place", (one, text) => one.write(".tool/backlog.json", text.slice(0, 60))],
  ];

  it.each(saves)("%s, while an item's end is written: done is done, and the edit stands", async (_, open) => {
    const step: Step = async (session, one) => {
      await one.write("work-001.txt", "work");
      const text = await retitled(one);
      await open(one, text);
      void one.world.clock.sleep(300).then(() => one.write(".tool/backlog.json", text));
      session.print("TOOL_DONE");
    };
    const one = await night([item("001"), item("002")], { "001": [step], "002": [does()] });
    expect(await one.run()).toMatchObject({ status: "complete", exitCode: 0 });
    expect(one.subjects().slice(0, 2)).toEqual(["[tool] 002: Mine", "[tool] 001: Item 001"]);
  });

  it.each(saves)("%s, while the next item is chosen and taken", async (_, open) => {
    const one = await night([item("001"), item("002")], { "001": [does()], "002": [does()] });
    const moments = ["state.json", "events.ndjson"];
    let saving = false;
    one.world.files.hook = async ({ path }) => {
      if (one.subjects().length < 2 || saving || !path.includes(moments[0] ?? "/never/")) return;
      saving = true;
      moments.shift();
      const text = (await one.world.files.read(paths.backlog)) ?? "";
      await open(one, text);
      void one.world.clock.sleep(300).then(async () => {
        await one.write(".tool/backlog.json", text);
        saving = false;
        return null;
      });
    };
    expect(await one.run()).toMatchObject({ status: "complete", exitCode: 0 });
    expect(moments).toEqual([]);
    expect(one.subjects().slice(0, 2)).toEqual(["[tool] 002: Item 002", "[tool] 001: Item 001"]);
  });
});

describe("an item that somebody moves while a run starts", () => {
  /** A dead run has left 001 in progress; then, at a call of git, a person makes a question of it. */
  const askedAt = async (call: string): Promise<Night> => {
    const one = await night([item("001", { status: "in_progress" })], { "001": [does()] });
    one.world.git.hook = async ({ op }) => {
      if (op !== call) return;
      one.world.git.hook = null;
      const backlog = await one.backlog();
      const items = backlog.items.map((each) => ({ ...each, ...asked }));
      await one.write(".tool/backlog.json", JSON.stringify({ ...backlog, items }));
    };
    return one;
  };

  it.each(["repository", "work", "head"])("at git's %s: stays as the person left it", async (call) => {
    const one = await askedAt(call);
    await one.run();
    expect(one.world.git.hook).toBeNull();
    expect(await one.item("001")).toMatchObject(asked);
    expect(one.subjects()).toEqual(["Start"]);
  });
});

describe("a CANCEL while a run starts", () => {
  it("stops that run before its first item", async () => {
    const one = await night([item("001")], { "001": [does()] });
    one.world.git.hook = async ({ op }) => {
      if (op !== "work") return;
      one.world.git.hook = null;
      await one.world.clock.sleep(5);
      await one.write(".tool/CANCEL", "");
    };
    expect(await one.run()).toMatchObject({ status: "paused", result: { cancelled: true } });
    expect(await one.item("001")).toEqual(item("001"));
    expect(await one.run()).toMatchObject({ status: "complete" });
  });
});

describe("a cancelled session that has rewritten history", () => {
  it("leaves its item pending, and says what was dropped", async () => {
    const rewrites: Step = async (session, { world }) => {
      world.git.checkout("night", world.git.log().at(-1)?.hash);
      await session.sleep(3_600_000);
    };
    const one = await night(
      [item("001", { priority: 1 }), item("002")],
      { "001": [does()], "002": [rewrites] },
      { branch: "night" },
    );
    void one.world.clock.sleep(5000).then(() => one.cancel.cancel("signal"));
    expect(await one.run()).toMatchObject({
      result: { cancelled: true },
    });
    expect(await one.item("002")).toMatchObject({ status: "pending" });
  });
});

describe("a plan whose usage can't be asked for at first", () => {
  it("is asked again after five minutes", async () => {
    const slow: Step = async (session, one) => {
      await session.sleep(6 * 60_000);
      return does()(session, one);
    };
    const one = await night([item("001"), item("002")], { "001": [slow], "002": [says("never reached")] });
    const used = { utilization: 100, resetsAtMs: null };
    one.world.usage.push(null, { fiveHour: null, sevenDay: used });
    expect(await one.run()).toMatchObject({ status: "weekly_limit", sessions: 1 });
  });
});
