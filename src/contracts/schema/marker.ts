import * as z from "zod";
import type { DEFAULT_MARKER_OPTIONS } from "#contracts/defaults";
import { MARKER_SENTINEL } from "#contracts/names";
import { RUNTIMES } from "#contracts/project-rules";
import { fileObject, minutes, settings, timestamp, variables, type Data } from "#contracts/schema/fields";
import { projectProfileSchema } from "#contracts/schema/profile";
import { MARKER_VARIANT } from "#contracts/versions";

/** What is stored; an absent option has its default on use (spec: MarkerOptions). */
export const markerOptionsSchema = fileObject({
  ignoreInTool: z.boolean().optional(),
  gitignoreScripts: z.boolean().optional(),
  maxIterations: z.int().positive().optional(),
  model: z.string().optional(),
  autoSweep: z.boolean().optional(),
  sweepMinAgeDays: z.number().min(0).optional(),
  sessionTimeout: minutes.optional(),
  runtime: z.enum(RUNTIMES).optional(),
  provider: z.string().optional(),
  providerConfig: settings.optional(),
  sleepOnLimit: z.boolean().optional(),
  circuitBreakerThreshold: z.int().positive().optional(),
  childEnv: variables.optional(),
});
export type MarkerOptions = Data<typeof markerOptionsSchema>;

/** Options with their defaults; those without one stay absent. */
export type ResolvedMarkerOptions = MarkerOptions & {
  readonly [K in keyof typeof DEFAULT_MARKER_OPTIONS]: NonNullable<MarkerOptions[K]>;
};

/** `.tool.json` (spec: Marker file). */
export const markerSchema = fileObject({
  [MARKER_SENTINEL]: z.literal(true),
  version: z.string(),
  variant: z.literal(MARKER_VARIANT),
  installedAt: timestamp,
  installedBy: z.string(),
  profile: projectProfileSchema,
  artifactHashes: z.record(z.string(), z.string()),
  options: markerOptionsSchema,
});
export type Marker = Data<typeof markerSchema>;
