import type { BacklogItem } from "#contracts/schema/backlog-item";

// The runner's own moves: they set what the file must say, whatever it says by now. Spec: Backlog item status.

/** Selected by the loop. */
export const startItem = (item: BacklogItem): BacklogItem => ({
  ...withoutBlock(item),
  status: "in_progress",
  completedAt: null,
});

/** Done with its commit; an answer has then served its purpose. */
export function completeItem(item: BacklogItem, nowIso: string): BacklogItem {
  const { humanAnswer: _served, ...rest } = withoutBlock(item);
  return { ...rest, status: "done", completedAt: nowIso };
}

/** Done because its commit was found: the one move outside of the item table. */
export const promoteItem = (item: BacklogItem, nowIso: string): BacklogItem => completeItem(item, nowIso);

export interface Block {
  readonly reason: string;
  readonly needsHuman?: boolean;
  /** The runner gave up; the agent said nothing. */
  readonly deferred?: boolean;
}

/** Blocked, by the agent's word, by a timeout, or deferred by the runner. */
export const blockItem = (item: BacklogItem, block: Block): BacklogItem => ({
  ...withoutBlock(item),
  status: "blocked",
  completedAt: null,
  blockedReason: block.reason,
  ...(block.needsHuman === true && { needsHuman: true }),
  ...(block.deferred === true && { deferred: true }),
});

/** Back to pending; the answer stands in the next prompt. An earlier answer is kept until the item is done. */
export const requeueItem = (item: BacklogItem, by: { readonly answer?: string } = {}): BacklogItem => ({
  ...withoutBlock(item),
  status: "pending",
  completedAt: null,
  ...(by.answer !== undefined && { humanAnswer: by.answer }),
});

/** Written done by a run that died before the commit: it never was. */
export const revertDone = (item: BacklogItem): BacklogItem => ({
  ...item,
  status: "in_progress",
  completedAt: null,
});

/** Without what only a blocked item carries. */
export function withoutBlock(item: BacklogItem): BacklogItem {
  const { blockedReason: _reason, needsHuman: _needsHuman, deferred: _deferred, ...rest } = item;
  return rest;
}
