import type { BacklogItem } from "#contracts/schema/backlog-item";

/** A valid pending item; what a test is about is said in `more`. */
export const sampleItem = (id: string, more: Partial<BacklogItem> = {}): BacklogItem => ({
  id,
  type: "feature",
  priority: 2,
  title: `Item ${id}`,
  description: `What ${id} is about`,
  acceptanceCriteria: ["It works"],
  status: "pending",
  completedAt: null,
  ...more,
});

/** Many items without dependencies: 001, 002 … */
export const sampleItems = (
  count: number,
  more: (index: number) => Partial<BacklogItem> = () => ({}),
): BacklogItem[] =>
  Array.from({ length: count }, (_, index) => sampleItem(String(index + 1).padStart(3, "0"), more(index)));
