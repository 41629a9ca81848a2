import { createItem } from "#core/backlog/create-item";
import { validateBacklog } from "#core/backlog/validate/validate-backlog";
import type { SeedItem } from "#core/init/parse-json-seed";
import { TEMPLATE } from "#core/install/artifact-paths";
import { ToolError } from "#contracts/error";
import { ID_DIGITS } from "#contracts/limits";
import type { Backlog } from "#contracts/schema/backlog";
import { BACKLOG_SCHEMA_VERSION } from "#contracts/versions";

export interface BacklogSeed {
  readonly project: string;
  readonly description: string;
  readonly items: readonly SeedItem[];
  /** The profile's composite command, for items without criteria. */
  readonly verify: string;
}

/** A new project's first backlog: ids are given in the order of the seed, and references follow. VALIDATION_ERROR where one leads nowhere or in a circle. */
export function composeBacklog({ project, description, items, verify }: BacklogSeed): Backlog {
  const ids = items.map((_, index) => String(index + 1).padStart(ID_DIGITS, "0"));
  const newIds = new Map(
    items.flatMap(({ id }, index) => (id === undefined ? [] : [[id, ids[index] ?? ""]])),
  );
  const created = items.map((item, index) => {
    const dependsOn = item.dependsOn?.map((reference) => newIds.get(reference) ?? reference);
    const id = ids[index] ?? "";
    return createItem({ ...item, ...(dependsOn && { dependsOn }) }, { id, verify }).item;
  });
  if (newIds.size < items.filter(({ id }) => id !== undefined).length) throw twice(items);
  const backlog: Backlog = {
    $schema: `./${TEMPLATE.schema}`,
    schemaVersion: BACKLOG_SCHEMA_VERSION,
    project,
    description,
    items: created,
  };
  refuseFaults(backlog);
  return backlog;
}

function refuseFaults(backlog: Backlog): void {
  const findings = validateBacklog(backlog, { archivedDone: new Set(), knownAgents: [] });
  const fault = findings.find(({ severity }) => severity === "error");
  if (fault === undefined) return;
  const title = backlog.items.find(({ id }) => id === fault.itemId)?.title;
  throw new ToolError("VALIDATION_ERROR", "The seeded items can't be a backlog.", {
    reason: `${fault.message}${title === undefined ? "" : ` ("${title}")`}. Nothing was written.`,
    details: { ...fault },
  });
}

function twice(items: readonly SeedItem[]): ToolError {
  const ids = items.flatMap(({ id }) => id ?? []);
  const id = ids.find((one, index) => ids.indexOf(one) < index) ?? "";
  return new ToolError("VALIDATION_ERROR", `Two items of the seed have the id ${id}.`, {
    details: { field: "id", value: id },
    reason: "Nothing was written.",
  });
}
