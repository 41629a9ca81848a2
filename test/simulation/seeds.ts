import { item } from "../scenarios/night.ts";
import type { Act, End, Fault, Kill, Night, SessionPlan, Story } from "./story.ts";

/** Seeds whose stories broke a promise once; they are played each time. A change of what a seed draws makes them others: then the families below are what is left of them. */
export const FAILED_ONCE: readonly number[] = [
  100_238, 136_524, 162_398, 169_871, 258_417, 532_764, 581_579, 680_981, 681_349, 693_479, 718_458, 774_192,
  801_846, 849_750, 890_901, 907_365,
];

type Plain = "write" | "append" | "detach" | "tool-gone" | "branch" | "merge";
const act = (...names: Plain[]): Act[] => names.map((name) => ({ act: name }));
const commit = (as: "own" | "foreign" | "plain"): Act => ({ act: "commit", as });
const plan = (acts: readonly Act[], end: End): SessionPlan => ({ acts, end });

/** What the first item's first session does; the second item's just works. Each of them broke something once, or may. */
const OUTCOMES: readonly (readonly [what: string, SessionPlan])[] = [
  ["done", plan(act("write"), "done")],
  ["blocked, with work", plan(act("write"), "blocked")],
  ["no signal", plan(act("write"), "none")],
  ["a limit", plan(act("write"), "limit-5h")],
  ["a failure at once", plan(act("write"), "fast-failure")],
  ["a commit of its own, no signal", plan([...act("write"), commit("own")], "none")],
  [
    "a commit under another item's name from a detached HEAD",
    plan([commit("foreign"), ...act("detach", "append")], "done"),
  ],
  ["a commit on another branch", plan([...act("branch", "write"), commit("own")], "done")],
  [
    "a commit on another branch after somebody's edit",
    plan([{ act: "deed", deed: { do: "retitle", id: "003" } }, ...act("branch"), commit("own")], "done"),
  ],
  ["the state directory deleted", plan(act("write", "tool-gone"), "done")],
  ["the same, and committed", plan([...act("tool-gone"), commit("foreign"), ...act("append")], "done")],
  [
    "the state directory deleted by one that goes on working",
    plan([...act("tool-gone"), { act: "sleep", ms: 12_000 }], "done"),
  ],
  ["work that takes its time", plan([{ act: "sleep", ms: 12_000 }, ...act("write")], "done")],
  ["a torn backlog", plan([{ act: "backlog", how: "torn" }], "done")],
  ["a merge left behind", plan(act("write", "merge"), "done")],
  ["a review", plan([...act("write")], "review")],
];

const QUIET: Night = {
  how: "run",
  request: { force: true, sessionTimeoutMinutes: 0.5, maxRetries: 1 },
  kill: null,
  faults: [],
  happenings: [],
  tidy: true,
  recycledPid: false,
};

const story = (first: SessionPlan, nights: readonly Night[]): Story => ({
  seed: 0,
  items: [
    item("001", { priority: 1 }),
    item("002"),
    item("003", { status: "blocked", blockedReason: "before" }),
  ],
  archived: [],
  autoSweep: false,
  sessions: { "001": [first] },
  nights,
  interleave: 0,
});

export interface KnownStory {
  readonly what: string;
  readonly story: Story;
}

/** Nothing but what the agent does; and an agent that goes on working while two runners in a row die, the second of them early. */
export function* undisturbed(): Generator<KnownStory> {
  for (const [what, first] of OUTCOMES) yield { what, story: story(first, [QUIET]) };
  for (const acts of [act(), act("tool-gone")]) {
    const first = plan([...acts, { act: "sleep", ms: 12_000 }], "done");
    for (let at = 10; at <= 34; at += 1) {
      const kills: Kill[] = [{ afterMs: 1500 }, { at, when: "before" }];
      const nights = kills.map((kill) => ({ ...QUIET, kill }));
      yield { what: `killed at work, and the next at call ${at}`, story: story(first, nights) };
    }
  }
}

/** A runner killed before, after and in the middle of its n-th call, for each outcome; then mended in each way, one of them killed early, too. */
export function* killedAnywhere(step: number): Generator<KnownStory> {
  for (const [index, [what, first]] of OUTCOMES.entries()) {
    for (let at = 1 + (index % step); at <= 260; at += step) {
      const when = (["before", "after", "torn"] as const)[at % 3] ?? "before";
      const kill: Kill = { at, when };
      const how = (["run", "reset", "resume"] as const)[(at >> 1) % 3] ?? "run";
      const nights = [
        { ...QUIET, kill },
        { ...QUIET, kill: { at: (at % 40) + 1, when } },
        { ...QUIET, how },
      ];
      yield { what: `${what}, killed ${when} call ${at}, then ${how}`, story: story(first, nights) };
    }
  }
}

/** Each kind of call failing at its n-th time, once and from then on. */
export function* failingAnywhere(step: number): Generator<KnownStory> {
  const kinds: readonly Fault["on"][] = [
    "write",
    "rename",
    "append",
    "remove",
    "read",
    "git",
    "commit",
    "stash",
  ];
  let turn = 0;
  for (const [what, first] of OUTCOMES) {
    for (const on of kinds) {
      for (let at = 1; at <= 24; at += 1) {
        turn += 1;
        if (turn % step !== 0) continue;
        const times = turn % 4 === 0 ? 1000 : 1;
        const faults: Fault[] = [{ on, at, times }];
        yield {
          what: `${what}, ${on} ${at} fails ${times} times`,
          story: story(first, [{ ...QUIET, faults }, QUIET]),
        };
      }
    }
  }
}
