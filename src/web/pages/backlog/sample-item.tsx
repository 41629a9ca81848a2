import type { BacklogItem } from "#contracts/schema/backlog-item";

/** For tests: a valid pending item; what a test is about is said in `more`. */
export function sampleItem(id: string, more: Partial<BacklogItem> = {}): BacklogItem {
  return {
    id,
    type: "feature",
    priority: 2,
    title: `Item ${id}`,
    description: "",
    acceptanceCriteria: ["It works"],
    status: "pending",
    completedAt: null,
    ...more,
  };
}
