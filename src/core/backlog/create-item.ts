import { checkItemFields } from "#core/backlog/check-item-fields";
import { defaultCriterion } from "#core/backlog/default-criterion";
import type { ItemSource } from "#contracts/item-rules";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { CreateItemInput } from "#contracts/schema/item-input";

export interface ItemOrigin {
  readonly id: string;
  /** The profile's composite verify command, for the default criterion. */
  readonly verify: string | null;
  readonly source?: ItemSource;
  /** Shared by all items of one review pass, ISO 8601. */
  readonly reviewBatch?: string;
}

export interface CreatedItem {
  readonly item: BacklogItem;
  /** No criteria were given, and the default one was set. */
  readonly defaultedCriteria: boolean;
}

/** A new pending item; without criteria it gets the default one. Empty optional fields are left out. */
export function createItem(input: CreateItemInput, origin: ItemOrigin): CreatedItem {
  const criteria = input.acceptanceCriteria ?? [];
  const defaultedCriteria = criteria.length === 0;
  checkItemFields({ ...input, acceptanceCriteria: defaultedCriteria ? undefined : criteria });
  const { dependsOn, notes, estimatedIterations, agentDelegation, specReferences, model, provider } = input;
  const item: BacklogItem = {
    id: origin.id,
    type: input.type,
    priority: input.priority,
    title: input.title.trim(),
    description: input.description ?? "",
    acceptanceCriteria: defaultedCriteria ? [defaultCriterion(origin.verify)] : criteria,
    status: "pending",
    completedAt: null,
    ...(dependsOn !== undefined && dependsOn.length > 0 && { dependsOn }),
    ...(notes !== undefined && notes !== "" && { notes }),
    ...(estimatedIterations !== undefined && { estimatedIterations }),
    ...(model !== undefined && model !== "" && { model }),
    ...(agentDelegation !== undefined && { agentDelegation }),
    ...(specReferences !== undefined && specReferences.length > 0 && { specReferences }),
    ...(provider !== undefined && provider !== "" && { provider }),
    ...(origin.source !== undefined && { source: origin.source }),
    ...(origin.reviewBatch !== undefined && { reviewBatch: origin.reviewBatch }),
  };
  return { item, defaultedCriteria };
}
