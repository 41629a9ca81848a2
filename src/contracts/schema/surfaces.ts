import * as z from "zod";
import { agentListSchema } from "#contracts/schema/agent-info";
import {
  archiveEntrySchema,
  archiveMonthSchema,
  purgeResultSchema,
  sweepResultSchema,
} from "#contracts/schema/archive";
import { backlogItemSchema } from "#contracts/schema/backlog-item";
import { resolvedConfigSchema } from "#contracts/schema/config";
import { doctorReportSchema } from "#contracts/schema/doctor";
import { errorEnvelopeSchema } from "#contracts/schema/error-envelope";
import { count } from "#contracts/schema/fields";
import { installationReportSchema, updatePlanSchema } from "#contracts/schema/install-report";
import { loopEventSchema } from "#contracts/schema/loop-event";
import { loopResultSchema } from "#contracts/schema/loop-options";
import { persistedEventSchema } from "#contracts/schema/persisted-event";
import { projectProfileSchema } from "#contracts/schema/profile";
import { discoveredProjectSchema } from "#contracts/schema/project";
import { resetReportSchema } from "#contracts/schema/reconcile";
import { derivedStatusSchema, statusReportSchema } from "#contracts/schema/status";
import { validationReportSchema } from "#contracts/schema/validation";

const ids = z.array(z.string());
const port = z.int();
const serverFacts = z.object({ pid: z.int(), port, uptime: z.number(), version: z.string() });

const helpOption = z.object({
  flags: z.string(),
  description: z.string(),
  takesValue: z.boolean(),
  kind: z.string().optional(),
  default: z.string().optional(),
  values: z.array(z.string()).optional(),
  needs: z.string().optional(),
  repeatable: z.boolean(),
  required: z.boolean(),
});
const helpCommand = z.object({
  name: z.string(),
  summary: z.string(),
  description: z.string(),
  usage: z.string(),
  arguments: z.array(z.object({ name: z.string(), required: z.boolean() })),
  options: z.array(helpOption),
  examples: z.array(z.string()),
  exitCodes: z.record(z.string(), z.string()),
});

/** Every machine surface of the command line by the words that print it; a line of a stream stands for each of its lines (spec: Versioning). Their JSON Schemas are kept in test/golden: fields are only ever added. */
export const SURFACES = {
  error: errorEnvelopeSchema,
  "loop run --ndjson": z.union([loopEventSchema, loopResultSchema]),
  "loop run": loopResultSchema,
  follow: persistedEventSchema,
  status: statusReportSchema,
  "status --all": z.array(
    statusReportSchema.extend({ projectPath: z.string(), backlogRoot: z.string(), pid: z.int() }),
  ),
  "": z.object({
    version: z.string(),
    project: z.string().nullable(),
    status: statusReportSchema.nullable(),
  }),
  log: ids,
  progress: z.object({ content: z.string().nullable() }),
  reset: resetReportSchema,
  doctor: doctorReportSchema,
  agents: agentListSchema,
  version: z.object({ version: z.string() }),
  help: z.object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    options: z.array(helpOption),
    commands: z.array(helpCommand),
  }),
  "help command": helpCommand,
  completion: z.object({ shell: z.string(), script: z.string() }),
  "backlog add": backlogItemSchema,
  "backlog edit": backlogItemSchema,
  "backlog show": backlogItemSchema,
  "backlog list": z.array(backlogItemSchema),
  "backlog delete": z.object({ id: z.string(), dependents: ids }),
  "backlog unblock": z.object({ unblockedCount: count, unblockedIds: ids }),
  "backlog validate": validationReportSchema,
  "backlog restore": z.object({ items: count }),
  "backlog sweep": sweepResultSchema,
  "backlog reset": sweepResultSchema.extend({
    requeued: ids,
    recovered: ids,
    removed: ids,
    archivedFiles: ids,
    stateCleared: z.boolean(),
    unfinishedItem: z.string().optional(),
  }),
  "backlog archive list": z.array(archiveEntrySchema),
  "backlog archive view": archiveMonthSchema,
  "backlog archive purge": purgeResultSchema,
  install: installationReportSchema,
  init: installationReportSchema.extend({
    commit: z.string().nullable(),
    branch: z.string().nullable(),
    items: count,
  }),
  update: installationReportSchema,
  "update --check": updatePlanSchema,
  uninstall: z.object({ removed: ids, trimmed: ids, kept: ids }),
  "profile show": projectProfileSchema,
  "profile set": projectProfileSchema,
  "profile detect": z.object({
    stored: projectProfileSchema,
    detected: projectProfileSchema,
    differences: z.array(
      z.object({ key: z.string(), stored: z.string().nullable(), detected: z.string().nullable() }),
    ),
  }),
  "projects list": z.array(discoveredProjectSchema),
  "projects status": z.array(discoveredProjectSchema.extend({ status: derivedStatusSchema.nullable() })),
  "config list": resolvedConfigSchema,
  "config set": resolvedConfigSchema,
  "server status": z.union([
    serverFacts,
    z.object({ running: z.literal(false), pid: z.int().optional(), port: port.optional() }),
  ]),
  "server logs": ids,
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type Surface = keyof typeof SURFACES;

/** The text of each committed file, by its name. */
export function surfaceTexts(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(SURFACES).map(([words, schema]) => {
      const name = (words === "" ? "overview" : words).replaceAll(/[^a-z]+/g, "-");
      const json = z.toJSONSchema(schema, { target: "draft-2020-12", unrepresentable: "any" });
      return [`${name}.json`, `${JSON.stringify(json, null, 2)}\n`];
    }),
  );
}
