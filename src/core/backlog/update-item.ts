import { checkItemFields } from "#core/backlog/check-item-fields";
import { completeItem, requeueItem, startItem, withoutBlock } from "#core/backlog/move-item";
import { assertMove } from "#core/backlog/transition-item";
import { ToolError } from "#contracts/error";
import type { ItemStatus } from "#contracts/item-rules";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { UpdateItemInput } from "#contracts/schema/item-input";

/** The item with the given fields changed and nothing else; an optional field given as null or empty is taken away. `nowIso` is when it became done, should it. */
export function updateItem(item: BacklogItem, changes: UpdateItemInput, nowIso: string): BacklogItem {
  checkItemFields(changes);
  if (changes.dependsOn?.includes(item.id)) {
    throw new ToolError("VALIDATION_ERROR", `${item.id} can't depend on itself.`, {
      details: { field: "dependsOn", value: changes.dependsOn },
    });
  }
  const edited = withFields(item, changes);
  const status = changes.status ?? item.status;
  const moved = status === item.status ? edited : moveTo(edited, status, nowIso);
  return withReason(moved, changes.blockedReason);
}

const REQUIRED = ["type", "priority", "description", "acceptanceCriteria"] as const;
const OPTIONAL = [
  "dependsOn",
  "notes",
  "estimatedIterations",
  "agentDelegation",
  "specReferences",
  "model",
  "provider",
] as const;

function withFields(item: BacklogItem, changes: UpdateItemInput): BacklogItem {
  const edited: Record<string, unknown> = { ...item };
  if (changes.title !== undefined) edited["title"] = changes.title.trim();
  for (const field of REQUIRED) if (changes[field] !== undefined) edited[field] = changes[field];
  for (const field of OPTIONAL) {
    const value = changes[field];
    if (value === undefined) continue;
    if (isEmpty(value)) delete edited[field];
    else edited[field] = value;
  }
  return edited as BacklogItem;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

function moveTo(item: BacklogItem, status: ItemStatus, nowIso: string): BacklogItem {
  assertMove(item.id, item.status, status);
  switch (status) {
    case "pending":
      return requeueItem(item);
    case "in_progress":
      return startItem(item);
    case "done":
      return completeItem(item, nowIso);
    case "blocked":
      return { ...withoutBlock(item), status, completedAt: null };
  }
}

function withReason(item: BacklogItem, reason: string | undefined): BacklogItem {
  if (reason === undefined) return item;
  if (item.status !== "blocked") {
    if (reason === "") return item;
    throw new ToolError(
      "VALIDATION_ERROR",
      `Only a blocked item has a blocked reason; ${item.id} is ${item.status}.`,
      {
        details: { field: "blockedReason", value: reason },
      },
    );
  }
  const { blockedReason: _former, ...rest } = item;
  return reason === "" ? rest : { ...rest, blockedReason: reason };
}
