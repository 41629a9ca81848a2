/** The six types of an item; informational (spec: BacklogItem). */
export const ITEM_TYPES = ["bug", "bugfix", "refactor", "feature", "chore", "test"] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** What `backlog add` offers in its help; it accepts all six. */
export const OFFERED_ITEM_TYPES = [
  "bug",
  "refactor",
  "feature",
  "chore",
] as const satisfies readonly ItemType[];

/** 1 is the highest. */
export const PRIORITIES = [1, 2, 3, 4] as const;
export type Priority = (typeof PRIORITIES)[number];

/** What `backlog add` gives an item without --priority. */
export const DEFAULT_PRIORITY: Priority = 2;

/** Owned by the runner (spec: Backlog item status). */
export const ITEM_STATUSES = ["pending", "in_progress", "done", "blocked"] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** Order of lists that are sorted by status. */
export const STATUS_ORDER = [
  "in_progress",
  "blocked",
  "pending",
  "done",
] as const satisfies readonly ItemStatus[];

/** Who made an item. */
export const ITEM_SOURCES = ["human", "review"] as const;
export type ItemSource = (typeof ITEM_SOURCES)[number];

export interface ItemTransition {
  readonly from: ItemStatus;
  readonly to: ItemStatus;
  readonly trigger: string;
}

/** Every allowed move; the same status again is no move, and promotion by a found commit is the one move outside (spec: Backlog item status). */
export const ITEM_TRANSITIONS: readonly ItemTransition[] = [
  { from: "pending", to: "in_progress", trigger: "loop selects item, or edit" },
  { from: "pending", to: "blocked", trigger: "block" },
  { from: "in_progress", to: "done", trigger: "success signal and commit" },
  { from: "in_progress", to: "blocked", trigger: "block signal, timeout, retries exhausted" },
  { from: "in_progress", to: "pending", trigger: "reset, resume, crash cleanup, stale-loop recovery" },
  { from: "blocked", to: "pending", trigger: "unblock, reset or resume, answer" },
  { from: "done", to: "pending", trigger: "explicit transition" },
];
