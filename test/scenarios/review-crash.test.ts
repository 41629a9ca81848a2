import { describe, expect, it } from "vitest";
import { createCancelSource } from "#engine/cancel";
import type { LoopEvent } from "#contracts/schema/loop-event";
import type { Release } from "#engine/ports";
import { startLoop } from "#engine/loop/start-loop";
import { createMortalPorts } from "../fakes/mortal-ports.ts";
import { does, item, night, paths, REQUEST, says, type Night } from "./night.ts";

/** A runner that is killed in the middle of a review: the next run finds all of the findings or none of them. */

const finding = (title: string) => ({
  type: "bug",
  priority: 1,
  title,
  description: "",
  acceptanceCriteria: ["It holds"],
});
const answer = JSON.stringify({ items: [finding("A"), finding("B")], summary: "Two." });

const start = (): Promise<Night> =>
  night([item("001"), item("002", { status: "blocked", blockedReason: "no token" })], {
    "001": [does("one\n")],
    "003": [does("three\n")],
    "004": [does("four\n")],
    "": [
      async (session, one) => {
        await one.write("scratch.txt", "tried something");
        return says(`TOOL_REVIEW:${answer}`)(session, one);
      },
    ],
  });

interface Fate {
  readonly at: number;
  readonly when: "before" | "after";
}

/** The numbers of the first call of the review and of the first one after it. */
async function reviewCalls(): Promise<readonly [number, number]> {
  const seen: number[] = [];
  const { calls, ended } = run(await start(), { at: -1, when: "before" }, (type) => {
    if (type === "llm_exited" || type.startsWith("review_") || type === "iteration_start") seen.push(calls());
  });
  await ended;
  // iteration, exit, review_started, exit, review_completed, iteration …
  return [(seen[1] ?? 0) + 1, (seen[5] ?? 0) + 1];
}

function run(one: Night, fate: Fate, onEvent: (type: string) => void = () => undefined) {
  const runner = one.world.runner();
  const held: Release[] = [];
  const every = (ms: number, listener: () => void): Release => {
    const release = runner.clock.every(ms, listener);
    held.push(release);
    return release;
  };
  const onDeath = (): void => {
    one.world.processes.kill(runner.machine.pid);
    for (const release of held) release();
  };
  const ports = { ...runner, clock: { ...runner.clock, every } };
  const mortal = createMortalPorts(ports, { ...fate, onDeath });
  const hooks = {
    cancel: createCancelSource(),
    hurry: createCancelSource().token,
    onEvent: ({ type }: LoopEvent) => onEvent(type),
  };
  const ended = startLoop(mortal.ports, paths, { ...REQUEST, review: true }, hooks);
  return { calls: mortal.calls, dead: mortal.dead, ended };
}

describe.each(["before", "after"] as const)("killed right %s a call of files or git", (when) => {
  it("nothing is lost, doubled or left behind, at whichever call of the review", async () => {
    const outcomes = new Set<string>();
    const [first, end] = await reviewCalls();
    expect(end - first).toBeGreaterThan(20);
    for (let at = first; at < end; at += 1) {
      const one = await start();
      await run(one, { at, when }).dead;
      await one.run({ force: true });
      const { items } = await one.backlog();
      const ids = items.map(({ id }) => id);
      outcomes.add(ids.join(" "));
      expect(new Set(ids).size, `call ${at}`).toBe(ids.length);
      expect(items.find(({ id }) => id === "002")).toMatchObject({ status: "blocked" });
      const open = items.filter(({ id, status }) => id !== "002" && status !== "done");
      expect(open, `call ${at}`).toEqual([]);
      const made = items.filter(({ source }) => source === "review");
      expect(new Set(made.map(({ reviewBatch }) => reviewBatch)).size).toBeLessThan(2);
      for (const { id, title } of items.filter(({ status }) => status === "done")) {
        expect(one.subjects(), `call ${at}`).toContain(`[tool] ${id}: ${title}`);
      }
      expect(await one.world.files.stat(paths.lock)).toBeNull();
    }
    expect([...outcomes].sort()).toEqual(["001 002", "001 002 003 004"]);
  });
});
