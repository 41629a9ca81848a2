import type { AgentConfig, AgentPreset, ConfigSource } from "#core/agents/agent-preset";
import type { LimitStep } from "#core/loop/next-step";
import type { AgentId } from "#contracts/agent-ids";
import type { BacklogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { ToolConfig } from "#contracts/schema/config";
import type { LoopEventBody } from "#contracts/schema/loop-event";
import type { LoopState } from "#contracts/schema/loop-state";
import type { Marker } from "#contracts/schema/marker";
import type { GitRepository } from "#engine/git-port";
import type { IgnoreRules } from "#engine/loop/tree/ignore-bookkeeping";
import type { CancelToken, Ports } from "#engine/ports";

/** What a caller asks of one run; null: the marker's value, else the default. Spec: loop run. */
export interface RunRequest {
  readonly maxIterations: number | null;
  readonly maxRetries: number | null;
  readonly model: string | null;
  readonly ignoreItemModel: boolean;
  readonly agent: string | null;
  readonly sessionTimeoutMinutes: number | null;
  readonly createBranch: string | null;
  readonly seedBacklog: boolean;
  readonly pauseOnNeedsHuman: boolean;
  readonly retryBlocked: boolean;
  readonly suppressIterationReview: boolean;
  /** One review pass after the main loop, when that completed something. */
  readonly review: boolean;
  /** No main loop: a review of all done items, on whatever branch and tree. */
  readonly reviewOnly: boolean;
  readonly sleepOnLimit: boolean | null;
  readonly circuitBreakerThreshold: number | null;
  readonly childEnv: Readonly<Record<string, string>>;
  /** Skips the guards of branch and work tree; what is dirty goes where the first item's work goes. */
  readonly force: boolean;
  /** After a recovery: the tree may hold the unfinished work of the first item. */
  readonly allowDirty: boolean;
  readonly toolVersion: string;
}

/** How the review of a run ended. */
export type ReviewOutcome =
  | { readonly kind: "completed"; readonly itemIds: readonly string[]; readonly summary: string }
  | { readonly kind: "failed"; readonly reason: string };

/** How a run stands; the one mutable record of the loop, changed by its own steps alone. */
export interface RunProgress {
  /** As written to state.json; with `untold`, as the next write will say it. */
  state: LoopState;
  /** What may be told once state.json says it. */
  untold: LoopEventBody | null;
  /** The last good reading of the backlog, from which a destroyed file is rebuilt. */
  backlog: Backlog;
  /** Attempts so far in this run, by item id. */
  readonly attempts: Map<string, number>;
  /** Made by an item's own sessions in this run, oldest first. */
  readonly commits: Map<string, readonly string[]>;
  /** What the last session stashed by itself and left there. */
  leftStash: string | null;
  infraFailures: number;
  /** In a row, of commits. */
  failedCommits: number;
  /** The agent's own words of the last failure, for the breaker's end. */
  infraWords: string;
  idlePasses: number;
  limit: LimitStep | null;
  /** When the plan's usage was last asked for, by the monotonic clock; null: never. */
  usageAskedMs: number | null;
  /** Limits in a row, with no session in between that was not limited. */
  blindSleeps: number;
  /** Null until a review has ended; there is no second one. */
  review: ReviewOutcome | null;
  reviewAttempts: number;
  halt: { reason: string; hints: readonly string[] } | null;
  askedBy: string | null;
  /** Paths that git may never add: repositories inside of this one, found at the start or by an item that was blocked for them. */
  readonly excluded: string[];
  ignoreRules: IgnoreRules;
  sessions: number;
  readonly startedMs: number;
  sleptMs: number;
}

/** What is settled once, before loop_started, and never changes during a run. */
export interface RunPlan {
  readonly maxIterations: number;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly breakerThreshold: number;
  readonly sleepOnLimit: boolean;
  readonly childEnv: Readonly<Record<string, string>>;
  /** The agent of items that name none. */
  readonly agentId: AgentId;
  readonly branch: string | null;
  readonly hasCommitHooks: boolean;
  /** Dirty before the run began, which --force allows: nobody can tell what an agent adds to them. */
  readonly dirtySubmodules: readonly string[];
  /** Of the run before this one. */
  readonly earlierBaseline: string | null;
  /** Of this run; every session's mark contains it. */
  readonly token: string;
}

export interface LoopContext {
  readonly ports: Ports;
  readonly paths: BacklogPaths;
  readonly request: RunRequest;
  readonly plan: RunPlan;
  readonly marker: Marker;
  readonly config: ToolConfig | null;
  readonly repository: GitRepository;
  /** The project's folder within the work tree, "" or "sub/folder/". */
  readonly prefix: string;
  readonly cancel: CancelToken;
  /** A second Ctrl-C: the agent gets no grace. */
  readonly hurry: CancelToken;
  /** Puts the loop's lock back where an agent deleted it. */
  readonly renewLock: () => Promise<void>;
  readonly emit: (event: LoopEventBody) => void;
  /** A line of tool.log that is no event. */
  readonly note: (text: string) => void;
  readonly run: RunProgress;
}

/** An agent as one item gets it. */
export interface ChosenAgent {
  readonly preset: AgentPreset;
  readonly config: AgentConfig;
  /** Where its configuration stands. */
  readonly source: ConfigSource;
  readonly model: string | null;
}
