import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { activeLoopSchema } from "#contracts/schema/active-loop";
import { genericCliConfigSchema, presetConfigSchema } from "#contracts/schema/agent-config";
import { archiveMonthSchema } from "#contracts/schema/archive";
import { agentDelegationSchema, backlogItemSchema } from "#contracts/schema/backlog-item";
import { backlogSchema } from "#contracts/schema/backlog";
import { toolConfigSchema } from "#contracts/schema/config";
import { iterationStatusSchema } from "#contracts/schema/iteration-status";
import { lockRecordSchema } from "#contracts/schema/lock";
import { loopStateSchema } from "#contracts/schema/loop-state";
import { markerOptionsSchema, markerSchema } from "#contracts/schema/marker";
import { EVENT_SHAPE } from "#contracts/event-shapes";
import { eventEnvelopeSchema } from "#contracts/schema/persisted-event";
import { profileCommandsSchema, projectProfileSchema } from "#contracts/schema/profile";
import { runningAgentSchema } from "#contracts/schema/running-agent";
import { serverStateSchema } from "#contracts/schema/server-state";
import * as shapes from "#contracts/shapes";

const AT = "2026-11-20T23:04:11.000Z";

const ITEM = {
  id: "004",
  type: "feature",
  priority: 2,
  title: "Choose the retention period for exports",
  description: "Exports pile up in storage.",
  acceptanceCriteria: ["The nightly job deletes exports"],
  status: "blocked",
  completedAt: null,
};
const FULL_ITEM = {
  ...ITEM,
  blockedReason: "Keep exported files for 30 or 90 days?",
  needsHuman: true,
  deferred: false,
  humanAnswer: "90 days",
  dependsOn: ["001"],
  notes: "",
  estimatedIterations: 1.5,
  model: "opus[1m]",
  agentDelegation: { recommendedConcurrency: 2, strategy: "one a file", subtasks: ["a", "b"] },
  specReferences: ["docs/exports.md"],
  provider: "codex",
  source: "review",
  reviewBatch: AT,
};
const DONE_ITEM = { ...ITEM, id: "1000", status: "done", completedAt: AT, acceptanceCriteria: [] };
const COMMANDS = { test: "npm test", typecheck: null, lint: null, build: null, format: null };
const PROFILE = {
  stack: "go",
  packageManager: null,
  monorepo: false,
  commands: COMMANDS,
  verify: "npm test",
};
const OPTIONS = {
  ignoreInTool: false,
  gitignoreScripts: true,
  maxIterations: 20,
  model: "opus",
  autoSweep: true,
  sweepMinAgeDays: 0,
  sessionTimeout: 0.05,
  runtime: "global",
  provider: "codex",
  providerConfig: { extraArgs: ["-v"], deep: { a: [1, null] } },
  sleepOnLimit: false,
  circuitBreakerThreshold: 3,
  childEnv: { CI: "1" },
};
const STATE = {
  status: "running",
  iteration: 3,
  maxIterations: 20,
  currentItem: "004",
  lastSignal: null,
  startedAt: AT,
  updatedAt: AT,
  completedItems: ["001"],
  blockedItems: [],
  deferredItems: [],
  baseCommitHash: null,
  error: null,
};
const LOCK = { pid: 4711, startedAt: AT, processStartTime: "8812345", token: "a-b-c" };
const SERVER = { pid: 4711, port: 5173, startedAt: AT };

interface FileRecord {
  readonly schema: z.ZodObject;
  readonly shape: shapes.Shape<unknown>;
  readonly minimal: Record<string, unknown>;
  /** As minimal, with every optional field. */
  readonly full: Record<string, unknown>;
}

const RECORDS: Record<string, FileRecord> = {
  item: {
    schema: backlogItemSchema,
    shape: shapes.BACKLOG_ITEM_SHAPE,
    minimal: ITEM,
    full: FULL_ITEM,
  },
  backlog: {
    schema: backlogSchema,
    shape: shapes.BACKLOG_SHAPE,
    minimal: { project: "ledger", description: "", items: [ITEM] },
    full: {
      $schema: "./backlog.schema.json",
      schemaVersion: "1",
      project: "ledger",
      description: "",
      items: [FULL_ITEM, DONE_ITEM],
    },
  },
  archive: {
    schema: archiveMonthSchema,
    shape: shapes.ARCHIVE_SHAPE,
    minimal: { month: "2026-11", items: [] },
    full: { month: "2026-11", items: [DONE_ITEM] },
  },
  profile: { schema: projectProfileSchema, shape: shapes.PROFILE_SHAPE, minimal: PROFILE, full: PROFILE },
  markerOptions: {
    schema: markerOptionsSchema,
    shape: shapes.MARKER_OPTIONS_SHAPE,
    minimal: {},
    full: OPTIONS,
  },
  marker: {
    schema: markerSchema,
    shape: shapes.MARKER_SHAPE,
    minimal: {
      tool: true,
      version: "1",
      variant: "backlog-json",
      installedAt: AT,
      installedBy: "1.0.0",
      profile: PROFILE,
      artifactHashes: { "TOOL.md": "abc" },
      options: {},
    },
    full: {
      tool: true,
      version: "1",
      variant: "backlog-json",
      installedAt: AT,
      installedBy: "1.0.0",
      profile: PROFILE,
      artifactHashes: {},
      options: OPTIONS,
    },
  },
  config: {
    schema: toolConfigSchema,
    shape: shapes.CONFIG_SHAPE,
    minimal: {},
    full: {
      rootDirectory: "/home/ada/code",
      port: 5173,
      theme: "dark",
      defaultProvider: "codex",
      providers: { codex: { sandbox: "bypass" } },
    },
  },
  state: {
    schema: loopStateSchema,
    shape: shapes.STATE_SHAPE,
    minimal: STATE,
    full: {
      ...STATE,
      sleepUntil: AT,
      unfinishedItem: "004",
      foreignCommits: ["3f2a1c9"],
      review: { items: 5, files: null },
      branch: "night",
      agent: "codex",
      model: null,
    },
  },
  iterationStatus: {
    schema: iterationStatusSchema,
    shape: shapes.ITERATION_STATUS_SHAPE,
    minimal: {
      itemId: null,
      startedAt: AT,
      updatedAt: AT,
      currentTool: null,
      recentTools: [],
      tokens: { input: 0, output: 0 },
      lastActivityAt: AT,
      stuckWarning: false,
    },
    full: {
      itemId: "004",
      startedAt: AT,
      updatedAt: AT,
      currentTool: "Bash",
      recentTools: ["Read", "Bash"],
      tokens: { input: 41_200, output: 3100 },
      lastActivityAt: AT,
      stuckWarning: true,
    },
  },
  lock: {
    schema: lockRecordSchema,
    shape: shapes.LOCK_SHAPE,
    minimal: { ...LOCK, processStartTime: null },
    full: LOCK,
  },
  runningAgent: {
    schema: runningAgentSchema,
    shape: shapes.RUNNING_AGENT_SHAPE,
    minimal: { mark: "m", pid: 1, startTime: null, itemId: null, startedAt: AT },
    full: { mark: "a:b", pid: 4711, startTime: "88", itemId: "004", startedAt: AT },
  },
  activeLoop: {
    schema: activeLoopSchema,
    shape: shapes.ACTIVE_LOOP_SHAPE,
    minimal: {
      stateDir: "/a/.tool",
      projectPath: "/a",
      backlogRoot: "/a/.tool",
      pid: 1,
      startedAt: AT,
      status: "starting",
    },
    full: {
      stateDir: "/a/b/.tool",
      projectPath: "/a",
      backlogRoot: "/a/b",
      pid: 1,
      startedAt: AT,
      status: "reviewing",
    },
  },
  serverState: {
    schema: serverStateSchema,
    shape: shapes.SERVER_STATE_SHAPE,
    minimal: SERVER,
    full: { ...SERVER, processStartTime: "1f3a.42" },
  },
  event: {
    schema: eventEnvelopeSchema,
    shape: EVENT_SHAPE,
    minimal: { type: "of_the_future", timestamp: AT, projectPath: "/a", seq: 0, schemaVersion: "1" },
    full: { type: "sleep_end", timestamp: AT, projectPath: "/a", seq: 7, schemaVersion: "2" },
  },
  presetConfig: {
    schema: presetConfigSchema,
    shape: shapes.PRESET_CONFIG_SHAPE,
    minimal: {},
    full: { binary: "codex", extraArgs: ["-v"], env: { A: "b" }, sandbox: "bypass" },
  },
  genericCli: {
    schema: genericCliConfigSchema,
    shape: shapes.GENERIC_CLI_SHAPE,
    minimal: { binary: "my-agent" },
    full: {
      binary: "my-agent",
      args: ["--prompt", "{{promptFile}}"],
      promptDelivery: "file",
      nonInteractive: ["--yes"],
      modelFlag: "-m",
      env: { A: "" },
      displayName: "Mine",
      outputFormat: "codex-jsonl",
    },
  },
};
const ALL = Object.entries(RECORDS);

// Required fields, then optional ones, of the spec's tables and the additive ones.
const FIELDS: readonly (readonly [string, z.ZodObject, string, string])[] = [
  [
    "BacklogItem",
    backlogItemSchema,
    "id type priority title description acceptanceCriteria status completedAt",
    "blockedReason needsHuman deferred humanAnswer dependsOn notes estimatedIterations model agentDelegation " +
      "specReferences provider source reviewBatch",
  ],
  ["agentDelegation", agentDelegationSchema, "", "recommendedConcurrency strategy subtasks"],
  ["backlog file", backlogSchema, "project description items", "$schema schemaVersion"],
  ["ArchiveMonth", archiveMonthSchema, "month items", ""],
  ["ProjectProfile", projectProfileSchema, "stack packageManager monorepo commands verify", ""],
  ["ProfileCommands", profileCommandsSchema, "test typecheck lint build format", ""],
  ["marker", markerSchema, "tool version variant installedAt installedBy profile artifactHashes options", ""],
  [
    "MarkerOptions",
    markerOptionsSchema,
    "",
    "ignoreInTool gitignoreScripts maxIterations model autoSweep sweepMinAgeDays sessionTimeout runtime provider " +
      "providerConfig sleepOnLimit circuitBreakerThreshold childEnv",
  ],
  [
    "LoopState",
    loopStateSchema,
    "status iteration maxIterations currentItem lastSignal startedAt updatedAt completedItems blockedItems " +
      "deferredItems baseCommitHash error",
    "sleepUntil unfinishedItem foreignCommits review branch agent model",
  ],
  ["ToolConfig", toolConfigSchema, "", "rootDirectory port theme defaultProvider providers"],
  ["ActiveLoopEntry", activeLoopSchema, "stateDir projectPath backlogRoot pid startedAt status", ""],
  ["server state", serverStateSchema, "pid port startedAt", "processStartTime"],
  ["lock file", lockRecordSchema, "pid startedAt processStartTime token", "unswept"],
];

describe("fields", () => {
  test.each(FIELDS)("%s", (_, schema, required, optional) => {
    const fields = Object.entries(schema.shape);
    const named = (wanted: boolean) =>
      fields.filter(([, field]) => field.safeParse(undefined).success === wanted).map(([name]) => name);
    expect(named(false).join(" ")).toBe(required);
    expect(named(true).join(" ")).toBe(optional);
  });
});

describe.each(ALL)("%s", (_, { schema, shape, minimal, full }) => {
  test.each([
    ["minimal", minimal],
    ["full", full],
  ])("the %s record is well-formed for both", (_, record) => {
    expect(schema.safeParse(record).error).toBeUndefined();
    expect(shapes.fits(shape, record)).toBe(true);
  });

  test("unknown fields survive, and no default is written in", () => {
    const text = JSON.stringify({ ...full, "x-unknown": { deep: [1] } });
    expect(JSON.stringify(schema.parse(JSON.parse(text)))).toBe(text);
    expect(schema.parse(minimal)).toEqual(minimal);
  });

  test("a missing required field is a fault for both", () => {
    for (const [name, field] of Object.entries(schema.shape)) {
      const { [name]: _, ...rest } = full;
      const accepted = field.safeParse(undefined).success;
      expect([name, schema.safeParse(rest).success]).toEqual([name, accepted]);
      expect([name, shapes.fits(shape, rest)]).toEqual([name, accepted]);
    }
  });

  test("the shape is as strict as the schema about whatever a file can hold", () => {
    fc.assert(
      fc.property(damaged(full), (value) => {
        expect(shapes.fits(shape, value)).toBe(schema.safeParse(value).success);
      }),
      { seed: 20261121, numRuns: 500 },
    );
  });
});

test("unknown fields survive below the top, too", () => {
  const item = { ...FULL_ITEM, agentDelegation: { recommendedConcurrency: 3, lanes: 2 }, effort: "big" };
  const text = JSON.stringify({ project: "a", description: "b", items: [item], owner: { name: "Ada" } });
  expect(JSON.stringify(backlogSchema.parse(JSON.parse(text)))).toBe(text);
});

// oxfmt-ignore
const ODD_VALUES: unknown[] = [
  null, true, false, 0, 1, -1, 0.5, 1.5, 3, 5, 70_000, 2 ** 53, 1e300, "", " ", "x", "1", "done", "idle", "high",
  "2026-11", "2026-13", "2026-11-20", "2026-11-20T10:00:00Z", "2026-99-99T99:99:99Z",
  [], [""], ["a"], [1], [null], {}, { a: 1 }, { a: "b" }, { a: { b: 1 } }, { recommendedConcurrency: 1 },
];

/** The record with one to three of its values, at any depth, replaced or taken away. */
function damaged(record: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(record);
  const damage = fc.record({
    path: fc.constantFrom(...paths),
    value: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...ODD_VALUES) },
      { weight: 1, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
  });
  return fc
    .array(damage, { minLength: 1, maxLength: 3 })
    .map((damages) =>
      damages.reduce<unknown>((value, { path, value: odd }) => replaced(value, path, odd), record),
    );
}

function pathsOf(value: unknown): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner).map((path) => [key, ...path])),
  ];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], odd: unknown): unknown {
  if (key === undefined) return odd;
  if (typeof value !== "object" || value === null) return value;
  const inner = replaced((value as Record<string, unknown>)[key], rest, odd);
  if (Array.isArray(value)) return value.map((entry, i) => (String(i) === key ? inner : entry));
  const { [key]: _, ...others } = value as Record<string, unknown>;
  return inner === undefined ? others : { ...others, [key]: inner };
}
