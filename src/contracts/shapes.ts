import { CODEX_SANDBOXES, OUTPUT_FORMATS, PROMPT_DELIVERIES } from "#contracts/agent-ids";
import { ITEM_SOURCES, ITEM_STATUSES, ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import { MIN_CONCURRENCY } from "#contracts/limits";
import { LAST_SIGNALS, LOOP_STATUSES } from "#contracts/loop-states";
import { MARKER_SENTINEL } from "#contracts/names";
import { COMMAND_NAMES, RUNTIMES, THEMES } from "#contracts/project-rules";
import type { ActiveLoopEntry } from "#contracts/schema/active-loop";
import type { GenericCliConfig, PresetConfig } from "#contracts/schema/agent-config";
import type { ArchiveMonth } from "#contracts/schema/archive";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ToolConfig } from "#contracts/schema/config";
import type { IterationStatus } from "#contracts/schema/iteration-status";
import type { LockRecord } from "#contracts/schema/lock";
import type { LoopState } from "#contracts/schema/loop-state";
import type { Marker, MarkerOptions } from "#contracts/schema/marker";
import type { ProjectProfile } from "#contracts/schema/profile";
import type { RunningAgent } from "#contracts/schema/running-agent";
import type { ServerState } from "#contracts/schema/server-state";
import { MARKER_VARIANT } from "#contracts/versions";

/** A quick yes or no about a value; never laxer than the schema of the same record, unknown fields accepted. */
export interface Shape<T> {
  (value: unknown): boolean;
  /** Never set: ties a shape to its record. */
  readonly of?: T;
}

/** Whether a file's content is well-formed, without loading the schema library; a no is explained by schema/explain. */
export function fits<T>(shape: Shape<T>, value: unknown): value is T {
  return shape(value);
}

export const string = (value: unknown) => typeof value === "string";
const nonEmpty = (value: unknown) => typeof value === "string" && value !== "";
export const boolean = (value: unknown) => typeof value === "boolean";
export const time = (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value));
const month = (value: unknown) => typeof value === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
const isTrue = (value: unknown) => value === true;
export const atLeast = (low: number) => (value: unknown) =>
  Number.isFinite(value) && (value as number) >= low;
const above = (low: number) => (value: unknown) => Number.isFinite(value) && (value as number) > low;
const whole =
  (low: number, high = Number.MAX_SAFE_INTEGER) =>
  (value: unknown) =>
    Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;
export const count = whole(0);
const pid = whole(1);

export type Check = (value: unknown) => boolean;

export function oneOf(values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

export function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

// Indexed loops: on a cold start they take half the time of iterators.
function list(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (let i = 0; i < value.length; i += 1) if (!check(value[i])) return false;
    return true;
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function map(check: Check): Check {
  return (value) => {
    if (!isObject(value)) return false;
    for (const key in value) if (!check(value[key])) return false;
    return true;
  };
}

export function object(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  const keys = [...Object.keys(required), ...Object.keys(optional)];
  const checks = [...Object.values(required), ...Object.values(optional)];
  const needed = Object.keys(required).length;
  return (value) => {
    if (!isObject(value)) return false;
    for (let i = 0; i < keys.length; i += 1) {
      const field = value[keys[i]!];
      if (field === undefined ? i < needed : !checks[i]!(field)) return false;
    }
    return true;
  };
}

export const strings = list(string);
const anything: Check = () => true;

const DELEGATION = object(
  {},
  { recommendedConcurrency: atLeast(MIN_CONCURRENCY), strategy: string, subtasks: strings },
);

export const BACKLOG_ITEM_SHAPE: Shape<BacklogItem> = object(
  {
    id: nonEmpty,
    type: oneOf(ITEM_TYPES),
    priority: oneOf(PRIORITIES),
    title: nonEmpty,
    description: string,
    acceptanceCriteria: strings,
    status: oneOf(ITEM_STATUSES),
    completedAt: orNull(time),
  },
  {
    blockedReason: string,
    needsHuman: boolean,
    deferred: boolean,
    humanAnswer: string,
    dependsOn: list(nonEmpty),
    notes: string,
    estimatedIterations: atLeast(0),
    model: string,
    agentDelegation: DELEGATION,
    specReferences: strings,
    provider: string,
    source: oneOf(ITEM_SOURCES),
    reviewBatch: time,
  },
);

export const BACKLOG_SHAPE: Shape<Backlog> = object(
  { project: string, description: string, items: list(BACKLOG_ITEM_SHAPE) },
  { $schema: string, schemaVersion: string },
);

export const ARCHIVE_SHAPE: Shape<ArchiveMonth> = object({ month, items: list(BACKLOG_ITEM_SHAPE) });

export const PROFILE_SHAPE: Shape<ProjectProfile> = object({
  stack: string,
  packageManager: orNull(string),
  monorepo: boolean,
  commands: object(Object.fromEntries(COMMAND_NAMES.map((name) => [name, orNull(string)]))),
  verify: string,
});

export const MARKER_OPTIONS_SHAPE: Shape<MarkerOptions> = object(
  {},
  {
    ignoreInTool: boolean,
    gitignoreScripts: boolean,
    maxIterations: whole(1),
    model: string,
    autoSweep: boolean,
    sweepMinAgeDays: atLeast(0),
    sessionTimeout: above(0),
    runtime: oneOf(RUNTIMES),
    provider: string,
    providerConfig: map(anything),
    sleepOnLimit: boolean,
    circuitBreakerThreshold: whole(1),
    childEnv: map(string),
  },
);

export const MARKER_SHAPE: Shape<Marker> = object({
  [MARKER_SENTINEL]: isTrue,
  version: string,
  variant: oneOf([MARKER_VARIANT]),
  installedAt: time,
  installedBy: string,
  profile: PROFILE_SHAPE,
  artifactHashes: map(string),
  options: MARKER_OPTIONS_SHAPE,
});

export const CONFIG_SHAPE: Shape<ToolConfig> = object(
  {},
  {
    rootDirectory: nonEmpty,
    port: whole(1, 65_535),
    theme: oneOf(THEMES),
    defaultProvider: string,
    providers: map(map(anything)),
  },
);

export const STATE_SHAPE: Shape<LoopState> = object(
  {
    status: oneOf(LOOP_STATUSES),
    iteration: count,
    maxIterations: count,
    currentItem: orNull(string),
    lastSignal: orNull(oneOf(LAST_SIGNALS)),
    startedAt: time,
    updatedAt: time,
    completedItems: strings,
    blockedItems: strings,
    deferredItems: strings,
    baseCommitHash: orNull(string),
    error: orNull(string),
  },
  {
    sleepUntil: orNull(time),
    unfinishedItem: orNull(string),
    foreignCommits: strings,
    review: orNull(object({ items: count, files: orNull(count) })),
    branch: orNull(string),
    agent: orNull(string),
    model: orNull(string),
  },
);

export const ITERATION_STATUS_SHAPE: Shape<IterationStatus> = object(
  {
    itemId: orNull(string),
    startedAt: time,
    updatedAt: time,
    currentTool: orNull(string),
    recentTools: strings,
    tokens: object({ input: count, output: count }),
    lastActivityAt: time,
    stuckWarning: boolean,
  },
  { endsAt: time },
);

export const LOCK_SHAPE: Shape<LockRecord> = object(
  { pid, startedAt: time, processStartTime: orNull(string), token: nonEmpty },
  { unswept: list(nonEmpty) },
);

export const RUNNING_AGENT_SHAPE: Shape<RunningAgent> = object({
  mark: nonEmpty,
  pid,
  startTime: orNull(string),
  itemId: orNull(string),
  startedAt: time,
});

export const ACTIVE_LOOP_SHAPE: Shape<ActiveLoopEntry> = object({
  stateDir: nonEmpty,
  projectPath: nonEmpty,
  backlogRoot: nonEmpty,
  pid,
  startedAt: time,
  status: oneOf(LOOP_STATUSES),
});

export const SERVER_STATE_SHAPE: Shape<ServerState> = object(
  { pid, port: whole(1, 65_535), startedAt: time },
  { processStartTime: orNull(string) },
);

export const PRESET_CONFIG_SHAPE: Shape<PresetConfig> = object(
  {},
  { binary: nonEmpty, extraArgs: strings, env: map(string), sandbox: oneOf(CODEX_SANDBOXES) },
);

export const GENERIC_CLI_SHAPE: Shape<GenericCliConfig> = object(
  { binary: nonEmpty },
  {
    args: strings,
    promptDelivery: oneOf(PROMPT_DELIVERIES),
    nonInteractive: strings,
    modelFlag: nonEmpty,
    env: map(string),
    displayName: nonEmpty,
    outputFormat: oneOf(OUTPUT_FORMATS),
  },
);
