import { checkItemFields } from "#core/backlog/check-item-fields";
import { priorityAt } from "#core/init/parse-markdown-seed";
import { ToolError } from "#contracts/error";
import type { CreateItemInput } from "#contracts/schema/item-input";

/** An item that may bear the id by which others of its seed depend on it. */
export interface SeedItem extends CreateItemInput {
  readonly id?: string | undefined;
}

/** How each field of an item must look; what the runner owns (status and the like) is passed over. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isText,
  type: isText,
  priority: (value) => typeof value === "number",
  title: isText,
  description: isText,
  acceptanceCriteria: isTexts,
  dependsOn: isTexts,
  notes: isText,
  estimatedIterations: (value) => typeof value === "number",
  agentDelegation: isRecord,
  specReferences: isTexts,
  model: isText,
  provider: isText,
};

const RUNNERS_OWN: readonly string[] = [
  "status",
  "completedAt",
  "blockedReason",
  "needsHuman",
  "deferred",
  "humanAnswer",
  "source",
  "reviewBatch",
];

/** The items of a parsed seed: a list of them, or an object with `items`, such as another backlog. Without a type an item is a feature, without a priority it has that of its place. VALIDATION_ERROR names item and field. */
export function parseJsonSeed(value: unknown): SeedItem[] {
  const items = Array.isArray(value) ? value : isRecord(value) ? value["items"] : null;
  if (!Array.isArray(items)) {
    throw new ToolError("VALIDATION_ERROR", "The seed holds no list of items.", {
      details: { field: "items" },
      reason: "It is a list of items, or an object with one under `items`. Nothing was written.",
    });
  }
  return items.map(readItem);
}

function readItem(value: unknown, index: number): SeedItem {
  if (!isRecord(value)) throw fault(index, "", "is no object", value);
  const fields = Object.entries(value).filter(
    ([name, field]) => !RUNNERS_OWN.includes(name) && field !== null && field !== undefined,
  );
  for (const [name, field] of fields) {
    const check = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (check === undefined) throw fault(index, name, "is no field of an item", field);
    if (!check(field)) throw fault(index, name, "has no value that an item can have", field);
  }
  const item = { type: "feature", priority: priorityAt(index), ...Object.fromEntries(fields) };
  if (!("title" in item)) throw fault(index, "title", "is missing", undefined);
  try {
    checkItemFields(item);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const details = { ...error.details, item: index + 1 };
    throw new ToolError(error.code, `Item ${index + 1}: ${error.message}`, { reason: NOTHING, details });
  }
  return item as unknown as SeedItem;
}

const NOTHING = "Nothing was written.";

function fault(index: number, field: string, words: string, value: unknown): ToolError {
  const subject = field === "" ? `Item ${index + 1}` : `"${field}" of item ${index + 1}`;
  return new ToolError("VALIDATION_ERROR", `${subject} ${words}.`, {
    details: { item: index + 1, field, value },
    reason: NOTHING,
  });
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
