import { ToolError } from "#contracts/error";
import { DEFAULT_PRIORITY, ITEM_STATUSES, ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import { MIN_CONCURRENCY } from "#contracts/limits";

interface Fault {
  readonly message: string;
  readonly reason?: string;
  /** The offending part, when it isn't the field's whole value. */
  readonly field?: string;
  readonly value?: unknown;
}

type Field =
  | "type"
  | "priority"
  | "title"
  | "status"
  | "acceptanceCriteria"
  | "estimatedIterations"
  | "agentDelegation";

/** Fields of an item as a person or a program gave them; what is undefined or null isn't looked at. */
export type GivenFields = Readonly<Partial<Record<Field, unknown>>>;

/** Refuses the first field that no item may have with VALIDATION_ERROR, naming field and value. */
export function checkItemFields(fields: GivenFields): void {
  for (const [field, check] of RULES) {
    const value = fields[field];
    const fault = value === undefined || value === null ? null : check(value);
    if (fault === null) continue;
    const details = { field: fault.field ?? field, value: "value" in fault ? fault.value : value };
    throw new ToolError("VALIDATION_ERROR", fault.message, {
      details,
      ...(fault.reason !== undefined && { reason: fault.reason }),
    });
  }
}

const PRIORITY_HINT = `1 is the highest; without --priority an item gets ${DEFAULT_PRIORITY}.`;

const RULES: readonly (readonly [Field, (value: unknown) => Fault | null])[] = [
  ["type", (value) => oneOf("Type", ITEM_TYPES, value)],
  ["priority", (value) => oneOf("Priority", PRIORITIES, value, PRIORITY_HINT)],
  ["title", titleFault],
  ["status", (value) => oneOf("Status", ITEM_STATUSES, value)],
  ["acceptanceCriteria", criteriaFault],
  ["estimatedIterations", estimateFault],
  ["agentDelegation", delegationFault],
];

function oneOf(name: string, allowed: readonly unknown[], value: unknown, reason?: string): Fault | null {
  if (allowed.includes(value)) return null;
  const all = `${allowed.slice(0, -1).join(", ")} or ${String(allowed.at(-1))}`;
  return { message: `${name} must be ${all}, not ${shown(value)}.`, ...(reason !== undefined && { reason }) };
}

function titleFault(value: unknown): Fault | null {
  if (typeof value !== "string" || value.trim() === "") return { message: "A title can't be empty." };
  return /[\p{Cc}\u2028\u2029]/u.test(value.trim())
    ? { message: "A title is one line of text, without control characters." }
    : null;
}

function criteriaFault(value: unknown): Fault | null {
  if (!Array.isArray(value) || value.length === 0) {
    return { message: "An item needs at least one acceptance criterion." };
  }
  const empty = value.findIndex((one) => typeof one !== "string" || one.trim() === "");
  return empty === -1
    ? null
    : {
        message: "An acceptance criterion can't be empty.",
        field: `acceptanceCriteria[${empty}]`,
        value: value[empty],
      };
}

function estimateFault(value: unknown): Fault | null {
  return typeof value === "number" && value > 0 && Number.isFinite(value)
    ? null
    : { message: `Estimated iterations must be a number above 0, not ${shown(value)}.` };
}

function delegationFault(value: unknown): Fault | null {
  const field = "agentDelegation.recommendedConcurrency";
  const concurrency = (value as { recommendedConcurrency?: unknown }).recommendedConcurrency;
  if (concurrency === undefined || (typeof concurrency === "number" && concurrency >= MIN_CONCURRENCY)) {
    return null;
  }
  return {
    message: `Recommended concurrency must be ${MIN_CONCURRENCY} or more, not ${shown(concurrency)}.`,
    field,
    value: concurrency,
  };
}

const shown = (value: unknown): string => (typeof value === "string" ? `"${value}"` : String(value));
