import { describe, expect, it } from "vitest";
import type { LoopState } from "#contracts/schema/loop-state";
import { does, item, night, paths, type Night } from "./night.ts";

/** An item is told as done once state.json says so, which may be the write that names the next item. */

const stateNow = (one: Night): LoopState => JSON.parse(one.world.files.textOf(paths.state) ?? "null");

describe("an item that is done", () => {
  it("is told when state.json says it, and that write names the next item", async () => {
    const items = ["001", "002", "003"];
    const one = await night(
      items.map((id) => item(id)),
      Object.fromEntries(items.map((id) => [id, [does()]])),
    );
    const told: unknown[] = [];
    const { push } = one.events;
    one.events.push = (event) => {
      if (event.type === "item_completed") {
        const { completedItems, currentItem } = stateNow(one);
        told.push([event.itemId, completedItems, currentItem]);
      }
      return push.call(one.events, event);
    };
    expect(await one.run()).toMatchObject({ status: "complete" });
    expect(told).toEqual([
      ["001", ["001"], "002"],
      ["002", ["001", "002"], "003"],
      ["003", ["001", "002", "003"], null],
    ]);
  });

  it("is told before the run waits for an editor that has the backlog open", async () => {
    const one = await night([item("001"), item("002")], { "001": [does()], "002": [does()] });
    const seen: unknown[] = [];
    one.world.files.hook = async ({ op, path }) => {
      if (op !== "read" || path !== paths.backlog || one.subjects()[0] !== "[tool] 001: Item 001") return;
      one.world.files.hook = null;
      const text = one.world.files.textOf(paths.backlog) ?? "";
      await one.world.files.remove(paths.backlog);
      void one.world.clock.sleep(100).then(async () => {
        seen.push(
          stateNow(one).completedItems,
          one.events.some(({ type }) => type === "item_completed"),
        );
        return one.write(".tool/backlog.json", text);
      });
    };
    expect(await one.run()).toMatchObject({ status: "complete" });
    expect(seen).toEqual([["001"], true]);
  });
});
