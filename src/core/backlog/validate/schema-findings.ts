import { FINDING_SEVERITY } from "#contracts/finding-codes";
import { ITEM_SOURCES, ITEM_STATUSES, ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import { MIN_CONCURRENCY } from "#contracts/limits";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ValidationFinding } from "#contracts/schema/validation";
import { BACKLOG_ITEM_SHAPE, fits } from "#contracts/shapes";

/** Every field of the file that isn't what the schema asks for; the schema library would name them too, but isn't pure to load. */
export function schemaFindings(backlog: unknown): ValidationFinding[] {
  if (!isObject(backlog)) return [schema("A backlog is an object with project, description and items", "")];
  const head = Object.entries(HEAD).flatMap(([field, expected]) => fault(backlog, field, expected, ""));
  if (!Array.isArray(backlog["items"])) {
    return [...head, schema(wrong("items", "a list", backlog["items"]), "items")];
  }
  return [...head, ...backlog["items"].flatMap((item: unknown, index) => ofItem(item, index))];
}

function ofItem(item: unknown, index: number): ValidationFinding[] {
  if (fits(BACKLOG_ITEM_SHAPE, item)) return [];
  const place = `items[${index}]`;
  if (!isObject(item)) return [schema("An item is an object", place)];
  const id = typeof item["id"] === "string" && item["id"] !== "" ? item["id"] : undefined;
  const faults = Object.entries(FIELDS).flatMap(([field, expected]) =>
    fault(item, field, expected, `${place}.`, id),
  );
  return faults.length > 0 ? faults : [schema("This item doesn't fit the schema", place, id)];
}

function fault(
  record: Record<string, unknown>,
  field: string,
  expected: Expected,
  place: string,
  id?: string,
): ValidationFinding[] {
  const value = record[field];
  if (expected.accepts(value) || (value === undefined && expected.optional === true)) return [];
  return [schema(wrong(field, expected.name, value), `${place}${field}`, id)];
}

interface Expected {
  /** Follows "must be". */
  readonly name: string;
  readonly accepts: (value: unknown) => boolean;
  readonly optional?: true;
}

const text: Expected = { name: "a text", accepts: (value) => typeof value === "string" };
const someText: Expected = {
  name: "a text that isn't empty",
  accepts: (value) => typeof value === "string" && value !== "",
};
const flag: Expected = { name: "true or false", accepts: (value) => typeof value === "boolean" };
const texts: Expected = {
  name: "a list of texts",
  accepts: (value) => Array.isArray(value) && value.every(text.accepts),
};
const ids: Expected = {
  name: "a list of ids",
  accepts: (value) => Array.isArray(value) && value.every(someText.accepts),
};
const time: Expected = {
  name: "an ISO 8601 date and time",
  accepts: (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
};
const estimate: Expected = {
  name: "a number from 0 on",
  accepts: (value) => Number.isFinite(value) && Number(value) >= 0,
};
const delegation: Expected = {
  name: `an object of recommendedConcurrency (${MIN_CONCURRENCY} or more), strategy and subtasks`,
  accepts: (value) => {
    if (!isObject(value)) return false;
    const { recommendedConcurrency: concurrency, strategy, subtasks } = value;
    return (
      (concurrency === undefined ||
        (Number.isFinite(concurrency) && Number(concurrency) >= MIN_CONCURRENCY)) &&
      (strategy === undefined || text.accepts(strategy)) &&
      (subtasks === undefined || texts.accepts(subtasks))
    );
  },
};

const HEAD: Record<keyof Omit<Backlog, "items">, Expected> = {
  project: text,
  description: text,
  $schema: optional(text),
  schemaVersion: optional(text),
};

const FIELDS: Record<keyof BacklogItem, Expected> = {
  id: someText,
  type: oneOf(ITEM_TYPES),
  priority: oneOf(PRIORITIES),
  title: someText,
  description: text,
  acceptanceCriteria: texts,
  status: oneOf(ITEM_STATUSES),
  completedAt: { name: `${time.name}, or null`, accepts: (value) => value === null || time.accepts(value) },
  blockedReason: optional(text),
  needsHuman: optional(flag),
  deferred: optional(flag),
  humanAnswer: optional(text),
  dependsOn: optional(ids),
  notes: optional(text),
  estimatedIterations: optional(estimate),
  model: optional(text),
  agentDelegation: optional(delegation),
  specReferences: optional(texts),
  provider: optional(text),
  source: optional(oneOf(ITEM_SOURCES)),
  reviewBatch: optional(time),
};

function optional(expected: Expected): Expected {
  return { ...expected, optional: true };
}

function oneOf(values: readonly unknown[]): Expected {
  const name = `${values.slice(0, -1).join(", ")} or ${String(values.at(-1))}`;
  return { name, accepts: (value) => values.includes(value) };
}

function schema(message: string, path: string, itemId?: string): ValidationFinding {
  return {
    severity: FINDING_SEVERITY.SCHEMA,
    code: "SCHEMA",
    message,
    ...(itemId !== undefined && { itemId }),
    ...(path !== "" && { path }),
  };
}

function wrong(field: string, expected: string, value: unknown): string {
  if (value === undefined) return `${field} is missing; it must be ${expected}`;
  const shown = JSON.stringify(value);
  return `${field} must be ${expected}, not ${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
