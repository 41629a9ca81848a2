import { nextId } from "#core/backlog/compare-ids";
import { createItem } from "#core/backlog/create-item";
import { foldLine } from "#core/text/fold-line";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ReviewItem } from "#contracts/schema/agent-signal";

export interface ReviewOrigin {
  /** Ids of the backlog and its archive: none of them is given again. */
  readonly items: readonly BacklogItem[];
  readonly archivedIds: ReadonlySet<string>;
  readonly verify: string | null;
  /** ISO 8601; the same for all findings of one review. */
  readonly reviewBatch: string;
}

/** The findings of one review as pending items, in their order (spec: Review pass). */
export function createReviewItems(found: readonly ReviewItem[], origin: ReviewOrigin): BacklogItem[] {
  const { verify, reviewBatch } = origin;
  let id = nextId(origin.items, origin.archivedIds);
  return found.map((one) => {
    const input = {
      type: one.type,
      priority: one.priority,
      title: foldLine(one.title),
      description: one.description,
      acceptanceCriteria: [...one.acceptanceCriteria],
    };
    const { item } = createItem(input, { id, verify, source: "review", reviewBatch });
    id = nextId([item], []);
    return item;
  });
}
