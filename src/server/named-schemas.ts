import type * as z from "zod";
import { activeLoopSchema } from "#contracts/schema/active-loop";
import { agentInfoSchema } from "#contracts/schema/agent-info";
import { archiveMonthSchema } from "#contracts/schema/archive";
import { backlogItemSchema } from "#contracts/schema/backlog-item";
import { installationReportSchema, updatePlanSchema } from "#contracts/schema/install-report";
import { markerOptionsSchema, markerSchema } from "#contracts/schema/marker";
import { projectProfileSchema } from "#contracts/schema/profile";
import { discoveredProjectSchema, projectDetailSchema } from "#contracts/schema/project";
import { reconcileSummarySchema } from "#contracts/schema/reconcile";
import { backlogSummarySchema, lockSummarySchema, statusReportSchema } from "#contracts/schema/status";
import { validationFindingSchema } from "#contracts/schema/validation";

/** The records that the document describes once, under their names of the specification. */
export const NAMED_SCHEMAS = {
  ActiveLoopEntry: activeLoopSchema,
  AgentInfo: agentInfoSchema,
  ArchiveMonth: archiveMonthSchema,
  BacklogItem: backlogItemSchema,
  BacklogSummary: backlogSummarySchema,
  DerivedStatus: statusReportSchema,
  DiscoveredProject: discoveredProjectSchema,
  InstallationReport: installationReportSchema,
  LockSummary: lockSummarySchema,
  Marker: markerSchema,
  MarkerOptions: markerOptionsSchema,
  ProjectDetail: projectDetailSchema,
  ProjectProfile: projectProfileSchema,
  ReconcileSummary: reconcileSummarySchema,
  UpdatePlan: updatePlanSchema,
  ValidationFinding: validationFindingSchema,
} as const satisfies Record<string, z.ZodType>;
