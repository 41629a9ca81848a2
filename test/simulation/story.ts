import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { RunRequest } from "#engine/loop/loop-context";

/** Everything that will happen, as data: what a seed draws, what shrinking takes parts away from, what a failure prints. */
export interface Story {
  readonly seed: number;
  readonly items: readonly BacklogItem[];
  /** Ids that were done and swept before. */
  readonly archived: readonly string[];
  /** The marker's option. */
  readonly autoSweep: boolean;
  /** By item id (a review's: ""), one plan a session; beyond the last an agent just does its work. */
  readonly sessions: Readonly<Record<string, readonly SessionPlan[]>>;
  readonly nights: readonly Night[];
  /** Between any two file calls others may come in, by this seed; 0: never. */
  readonly interleave: number;
}

/** One start of a runner and what befalls it. */
export interface Night {
  readonly how: "run" | "reset" | "resume";
  readonly request: Partial<RunRequest>;
  readonly kill: Kill | null;
  readonly faults: readonly Fault[];
  readonly happenings: readonly Happening[];
  /** Whether a person clears the way first: the branch, a merge left behind, a broken backlog. */
  readonly tidy: boolean;
  /** The dead runner's pid belongs to somebody else by now. */
  readonly recycledPid: boolean;
}

/** SIGKILL at the n-th call of a port (from 1), or after a time. `torn`: in the middle of a write. */
export type Kill =
  | { readonly at: number; readonly when: "before" | "after" | "torn" }
  | { readonly afterMs: number };

/** The n-th call of its kind (from 1) fails, and as many after it as `times` says. */
export interface Fault {
  readonly on: "write" | "rename" | "append" | "remove" | "read" | "git" | "commit" | "stash";
  readonly at: number;
  readonly times: number;
}

export type Deed =
  | { readonly do: "cancel"; readonly by: "marker" | "signal" }
  | { readonly do: "hurry" }
  | { readonly do: "add" }
  | { readonly do: "retitle"; readonly id: string }
  | { readonly do: "move"; readonly id: string; readonly to: BacklogItem["status"] }
  | { readonly do: "delete"; readonly id: string }
  | { readonly do: "hand"; readonly id: string; readonly to: BacklogItem["status"] | null }
  | { readonly do: "file" }
  | { readonly do: "start" };

export type Happening = Deed & { readonly atMs: number };

export type Act =
  | { readonly act: "write" | "append" | "delete" | "leave" | "stubborn" | "detach" | "branch" | "merge" }
  | { readonly act: "sleep"; readonly ms: number }
  | { readonly act: "commit"; readonly as: "own" | "foreign" | "plain" }
  | { readonly act: "backlog"; readonly how: "torn" | "gone" | "own-done" | "empty" }
  | { readonly act: "tool-gone" | "state-torn" }
  | { readonly act: "deed"; readonly deed: Deed };

export const ENDS = [
  "done",
  "blocked",
  "needs-human",
  "none",
  "slow-failure",
  "fast-failure",
  "crash",
  "timeout",
  "done-then-hangs",
  "limit-5h",
  "limit-7d",
  "limit-minute",
  "limit-unknown",
  "review",
] as const;
export type End = (typeof ENDS)[number];

export interface SessionPlan {
  readonly acts: readonly Act[];
  readonly end: End;
}
