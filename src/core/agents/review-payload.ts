import { MIN_ACCEPTANCE_CRITERIA, MIN_REVIEW_ITEMS } from "#contracts/limits";
import { ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import type { ReviewItem, ReviewPayload } from "#contracts/schema/agent-signal";
import { foldLine } from "#core/text/fold-line";

/** The payload of a review signal, or in a few words why it is none. Spec: ReviewPayload. */
export function readReviewPayload(json: string): { payload: ReviewPayload } | { fault: string } {
  if (json === "") return { fault: "it has no payload" };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { fault: "its payload is not valid JSON" };
  }
  if (!isRecord(value)) return { fault: "its payload is no object" };
  const { items, summary } = value;
  if (typeof summary !== "string") return { fault: "its payload has no summary" };
  if (!Array.isArray(items) || items.length < MIN_REVIEW_ITEMS) return { fault: "its answer has no items" };
  for (const [index, item] of items.entries()) {
    const field = faultyField(item);
    if (field !== null) return { fault: `items[${index}]${field} is missing or not valid` };
  }
  return { payload: { items: items as ReviewItem[], summary } };
}

/** The first field that isn't as a ReviewItem's, "" for the item itself. */
function faultyField(item: unknown): string | null {
  if (!isRecord(item)) return "";
  if (!ITEM_TYPES.some((type) => type === item["type"])) return ".type";
  if (!PRIORITIES.some((priority) => priority === item["priority"])) return ".priority";
  if (!isFilled(item["title"])) return ".title";
  if (typeof item["description"] !== "string") return ".description";
  const criteria = item["acceptanceCriteria"];
  const filled =
    Array.isArray(criteria) && criteria.length >= MIN_ACCEPTANCE_CRITERIA && criteria.every(isFilled);
  return filled ? null : ".acceptanceCriteria";
}

const isFilled = (value: unknown): boolean => typeof value === "string" && foldLine(value) !== "";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
