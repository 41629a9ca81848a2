import * as z from "zod";
import { API_LOG_TAIL_MAX_LINES } from "#contracts/limits";
import { activeLoopSchema } from "#contracts/schema/active-loop";
import { count, minutes, nonEmpty, type Data } from "#contracts/schema/fields";
import { loopOptionsSchema } from "#contracts/schema/loop-options";
import { reconcileSummarySchema } from "#contracts/schema/reconcile";
import {
  backlogRoot,
  data,
  projectParams,
  rootBody,
  rootQuery,
  type Route,
} from "#contracts/schema/routes/route";
import { statusReportSchema } from "#contracts/schema/status";

/** What the command line's guards would say before a run; the route that starts one applies none of them. */
export const loopPreflightSchema = z.object({
  branch: z.string().nullable(),
  dirty: z.array(z.string()),
  findings: z.array(z.object({ code: z.string(), message: z.string(), reason: z.string().optional() })),
});
export type LoopPreflight = Data<typeof loopPreflightSchema>;

/** What a reset over HTTP did; resetIds are pending now and were not before. */
export const resetResultSchema = z.object({
  resetCount: count,
  resetIds: z.array(z.string()),
  treeClean: z.boolean(),
  stalledReset: count,
});

/** A relaunch that fails is told here, not as an error. */
export const resumeResultSchema = z.object({
  reconciled: reconcileSummarySchema,
  relaunched: z.boolean(),
  reason: z.string().optional(),
});

const root = "/api/projects/:id";

export const LOOP_ROUTES = [
  {
    method: "GET",
    path: "/api/loops",
    summary: "Every live loop of this machine",
    reply: data(z.object({ loops: z.array(activeLoopSchema) })),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/status`,
    summary: "Where the loop stands",
    params: projectParams,
    query: rootQuery,
    reply: data(statusReportSchema),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/log`,
    summary: "The last lines of the loop's log",
    params: projectParams,
    query: rootQuery.extend({ tail: z.coerce.number().int().min(0).max(API_LOG_TAIL_MAX_LINES).optional() }),
    reply: data(z.array(z.string())),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/log/stream`,
    summary: "Log lines, status and events as they come",
    params: projectParams,
    query: rootQuery,
    reply: { kind: "event-stream", events: ["log", "status", "loop_event", "heartbeat"] },
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/progress`,
    summary: "progress.md as it is",
    params: projectParams,
    query: rootQuery,
    reply: data(z.string()),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/loop/preflight`,
    summary: "Branch and work tree before a run",
    params: projectParams,
    query: rootQuery,
    reply: data(loopPreflightSchema),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/loop/start`,
    summary: "Start the loop",
    params: projectParams,
    body: loopOptionsSchema.extend({ backlogRoot }),
    reply: data(z.object({ started: z.literal(true), projectPath: z.string() })),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/loop/stop`,
    summary: "Stop the loop gracefully",
    params: projectParams,
    body: rootBody,
    reply: data(z.object({ stopped: z.literal(true), projectPath: z.string() })),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/loop/events`,
    summary: "The loop's events as they come",
    params: projectParams,
    query: rootQuery,
    reply: { kind: "event-stream", events: ["loop_event", "heartbeat"] },
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/loop/review`,
    summary: "Review all done items, without working on any",
    params: projectParams,
    body: rootBody.extend({ model: nonEmpty.optional(), sessionTimeoutMinutes: minutes.optional() }),
    reply: data(z.object({ started: z.literal(true) })),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/reset`,
    summary: "Mend what an interrupted run left",
    params: projectParams,
    body: rootBody.extend({
      clearBacklog: z.boolean().optional(),
      keepProgress: z.boolean().optional(),
      keepLog: z.boolean().optional(),
    }),
    reply: data(resetResultSchema),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/resume`,
    summary: "Mend, answer questions, and go on",
    params: projectParams,
    body: rootBody.extend({
      retryBlocked: z.boolean().optional(),
      answers: z.array(z.strictObject({ itemId: nonEmpty, text: z.string() })).optional(),
    }),
    reply: data(resumeResultSchema),
    status: 200,
  },
] as const satisfies readonly Route[];
