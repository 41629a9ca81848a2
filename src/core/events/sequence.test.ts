import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TOKEN_COALESCE_MS } from "#contracts/event-types";
import type { LoopEvent, LoopEventBody } from "#contracts/schema/loop-event";
import type { PersistedEvent } from "#contracts/schema/persisted-event";
import { createSequence } from "#core/events/sequence";

const event = (body: LoopEventBody, atMs: number): LoopEvent => ({
  ...body,
  timestamp: new Date(atMs).toISOString(),
  projectPath: "/p",
});
const tokens = (inputTokens: number, itemId = "001"): LoopEventBody => ({
  type: "llm_token_update",
  itemId,
  inputTokens,
  outputTokens: 0,
});
const EXITED: LoopEventBody = {
  type: "llm_exited",
  itemId: "001",
  provider: "codex",
  exitCode: 0,
  timedOut: false,
  durationMs: 1,
};
const TOOL: LoopEventBody = { type: "llm_tool_activity", itemId: "001", toolName: "Bash", phase: "start" };

/** What is written of events at times in ms, told by their type or token count. */
function written(events: readonly (readonly [number, LoopEventBody])[]): unknown[] {
  const sequence = createSequence();
  const records = events.flatMap(([at, body]) => sequence.push(event(body, at), at));
  return [...records, ...sequence.flush()].map((one) =>
    one.type === "llm_token_update" ? one.inputTokens : one.type,
  );
}

describe("a run's sequence", () => {
  it("numbers from 0, densely, and says its schema version", () => {
    const sequence = createSequence();
    const first = sequence.push(event({ type: "loop_started", maxIterations: 20 }, 0), 0);
    const second = sequence.push(event({ type: "loop_cancelled" }, 5), 5);
    expect(first).toEqual([
      {
        type: "loop_started",
        maxIterations: 20,
        timestamp: "1970-01-01T00:00:00.000Z",
        projectPath: "/p",
        seq: 0,
        schemaVersion: "1",
      },
    ]);
    expect(second[0]?.seq).toBe(1);
  });

  it.each<[string, [number, LoopEventBody][], unknown[]]>([
    ["the first update goes out at once", [[0, tokens(1)]], [1]],
    [
      "then one a second at most, the newest",
      [
        [0, tokens(1)],
        [10, tokens(2)],
        [999, tokens(3)],
        [1000, tokens(4)],
      ],
      [1, 4],
    ],
    [
      "one held back goes out with the next event after the second",
      [
        [0, tokens(1)],
        [10, tokens(2)],
        [1500, TOOL],
      ],
      [1, 2, "llm_tool_activity"],
    ],
    [
      "an earlier event passes it",
      [
        [0, tokens(1)],
        [10, tokens(2)],
        [20, TOOL],
      ],
      [1, "llm_tool_activity", 2],
    ],
    [
      "the end of the session brings it out",
      [
        [0, tokens(1)],
        [10, tokens(2)],
        [20, EXITED],
      ],
      [1, 2, "llm_exited"],
    ],
    [
      "the end of the run brings it out",
      [
        [0, tokens(1)],
        [10, tokens(2)],
      ],
      [1, 2],
    ],
    [
      "another item's doesn't replace it",
      [
        [0, tokens(1)],
        [10, tokens(2)],
        [20, tokens(3, "002")],
      ],
      [1, 2, 3],
    ],
    [
      "other events always go out at once",
      [
        [0, TOOL],
        [1, TOOL],
        [2, TOOL],
      ],
      ["llm_tool_activity", "llm_tool_activity", "llm_tool_activity"],
    ],
  ])("%s", (_, events, expected) => {
    expect(written(events)).toEqual(expected);
  });

  it("loses no other event, thins updates, keeps each session's last, whatever comes", () => {
    const step = fc.tuple(fc.integer({ min: 0, max: 700 }), fc.constantFrom("tokens", "tool", "exited"));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const out = run(steps);
        expect(out.map(({ record }) => record.seq)).toEqual(out.map((_, index) => index));
        const others = steps.filter(([, kind]) => kind !== "tokens").length;
        expect(out.filter(({ record }) => record.type !== "llm_token_update")).toHaveLength(others);
        expect(lastUpdates(out)).toEqual(lastCounts(steps));
        expect(gaps(out).every((gap) => gap >= TOKEN_COALESCE_MS)).toBe(true);
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });
});

type Step = [waitMs: number, kind: string];
type Written = { readonly record: PersistedEvent; readonly at: number };

/** Each update counts one more than the one before. */
function run(steps: readonly Step[]): Written[] {
  const sequence = createSequence();
  let now = 0;
  let count = 0;
  return steps.flatMap(([wait, kind]) => {
    now += wait;
    if (kind === "tokens") count += 1;
    const body = kind === "tokens" ? tokens(count) : kind === "tool" ? TOOL : EXITED;
    return sequence.push(event(body, now), now).map((record) => ({ record, at: now }));
  });
}

/** At each session's end, the newest update that was made. */
function lastCounts(steps: readonly Step[]): number[] {
  const before = (index: number): number =>
    steps.slice(0, index).filter(([, kind]) => kind === "tokens").length;
  return steps.flatMap(([, kind], index) => (kind === "exited" ? [before(index)] : []));
}

/** At each session's end, the newest update that was written. */
function lastUpdates(out: readonly Written[]): number[] {
  let newest = 0;
  return out.flatMap(({ record }) => {
    if (record.type === "llm_token_update") newest = record.inputTokens;
    return record.type === "llm_exited" ? [newest] : [];
  });
}

/** Between any two updates, but for those that a session's end brought out. */
function gaps(out: readonly Written[]): number[] {
  const updates = out.filter(
    ({ record }, index) => record.type === "llm_token_update" && out[index + 1]?.record.type !== "llm_exited",
  );
  return updates.slice(1).map(({ at }, index) => at - (updates[index]?.at ?? 0));
}
