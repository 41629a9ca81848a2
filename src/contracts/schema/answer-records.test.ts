import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { agentInfoSchema, agentListSchema } from "#contracts/schema/agent-info";
import { reviewItemSchema, reviewPayloadSchema } from "#contracts/schema/agent-signal";
import { archiveEntrySchema, purgeResultSchema, sweepResultSchema } from "#contracts/schema/archive";
import { resolvedConfigSchema } from "#contracts/schema/config";
import { errorEnvelopeSchema } from "#contracts/schema/error-envelope";
import { installActionSchema, installationReportSchema } from "#contracts/schema/install-report";
import { loopOptionsSchema, loopResultSchema } from "#contracts/schema/loop-options";
import { discoveredProjectSchema, projectDetailSchema } from "#contracts/schema/project";
import { reconcileSummarySchema, resetReportSchema } from "#contracts/schema/reconcile";
import { serverHealthSchema } from "#contracts/schema/server-state";
import {
  backlogSummarySchema,
  derivedStatusSchema,
  healthSchema,
  lockSummarySchema,
  statusReportSchema,
} from "#contracts/schema/status";
import { validationFindingSchema, validationReportSchema } from "#contracts/schema/validation";

const STATUS =
  "loopState stateSource iteration maxIterations currentItem lastSignal startedAt elapsed backlogSummary";
const RECONCILE = "recovered requeued keptBlocked interrupted stalledReset stateCleared treeClean";

// Required fields, then optional ones.
const FIELDS: readonly (readonly [string, z.ZodObject, string, string])[] = [
  ["SweepResult", sweepResultSchema, "archivedCount archivedMonths", ""],
  ["archive entry", archiveEntrySchema, "month count", ""],
  ["purge result", purgeResultSchema, "purgedCount purgedMonths", ""],
  ["LockSummary", lockSummarySchema, "present pid startedAt alive stale", ""],
  ["BacklogSummary", backlogSummarySchema, "pending inProgress blocked done total", "needsHuman deferred"],
  ["health", healthSchema, "stuckWarning iterationFresh lastActivityAt secondsSinceActivity", ""],
  ["DerivedStatus", derivedStatusSchema, STATUS, "lock sleepUntil"],
  ["status --json", statusReportSchema, `${STATUS} statusSchemaVersion health`, "lock sleepUntil"],
  ["DiscoveredProject", discoveredProjectSchema, "id path name marker", "error"],
  ["ProjectDetail", projectDetailSchema, "id path name marker backlogSummary loopState artifacts", "error"],
  ["InstallationReport", installationReportSchema, "projectName projectPath actions profile warnings", ""],
  ["InstallAction", installActionSchema, "file action detail", ""],
  ["ValidationFinding", validationFindingSchema, "severity code message", "itemId path"],
  ["validation", validationReportSchema, "valid findings", ""],
  ["ReviewItem", reviewItemSchema, "type priority title description acceptanceCriteria", ""],
  ["ReviewPayload", reviewPayloadSchema, "items summary", ""],
  [
    "LoopResult",
    loopResultSchema,
    "completedCount blockedCount cancelled",
    "reviewFailure reviewItemsCreated reviewSummary status",
  ],
  ["ReconcileSummary", reconcileSummarySchema, RECONCILE, ""],
  [
    "reset --json",
    resetReportSchema,
    "recovered requeued keptBlocked stalledReset lockCleared stateCleared treeClean",
    "unfinishedItem",
  ],
  ["agent", agentInfoSchema, "id displayName available", "binaryName detail"],
  ["agents --json", agentListSchema, "agents", ""],
  ["error envelope", errorEnvelopeSchema, "error", ""],
  ["ToolConfig", resolvedConfigSchema, "port theme", "rootDirectory defaultProvider providers"],
  ["health route", serverHealthSchema, "version uptime rootDirectory projectCount", ""],
  [
    "loop options",
    loopOptionsSchema,
    "",
    "maxIterations maxRetries model ignoreItemModel sessionTimeoutMinutes provider review reviewOnly " +
      "suppressIterationReview pauseOnNeedsHuman retryBlocked sleepOnLimit circuitBreakerThreshold childEnv allowDirty",
  ],
];

const words = (text: string) => text.split(" ").filter(Boolean).sort();

describe("fields", () => {
  test.each(FIELDS)("%s", (_, schema, required, optional) => {
    const fields = Object.entries(schema.shape);
    const named = (optionals: boolean) =>
      fields.filter(([, field]) => field.safeParse(undefined).success === optionals).map(([name]) => name);
    expect(named(false).sort()).toEqual(words(required));
    expect(named(true).sort()).toEqual(words(optional));
  });
});

describe("a review payload", () => {
  const item = {
    type: "bug",
    priority: 1,
    title: "Round half to even",
    description: "",
    acceptanceCriteria: ["It rounds"],
  };

  test("is accepted", () => {
    expect(reviewPayloadSchema.safeParse({ items: [item], summary: "" }).success).toBe(true);
  });

  test.each([
    ["no items", { items: [], summary: "" }],
    ["no summary", { items: [item] }],
    ["no criteria", { items: [{ ...item, acceptanceCriteria: [] }], summary: "" }],
    ["empty title", { items: [{ ...item, title: "" }], summary: "" }],
    ["priority 5", { items: [{ ...item, priority: 5 }], summary: "" }],
  ])("refused: %s", (_, payload) => {
    expect(reviewPayloadSchema.safeParse(payload).success).toBe(false);
  });
});

describe("an error envelope", () => {
  test.each([
    [{ error: { code: "USAGE", message: "No." } }, true],
    [{ error: { code: "CONFLICT", message: "No.", details: { a: 1 } } }, true],
    [{ error: { code: "OOPS", message: "No." } }, false],
    [{ error: { code: "USAGE" } }, false],
  ])("%o: %s", (envelope, accepted) => {
    expect(errorEnvelopeSchema.safeParse(envelope).success).toBe(accepted);
  });
});
