import { isLive } from "#web/api/projects";
import type { SeenProject } from "#web/pages/projects/project-glance";

export type GroupName = "needs" | "running" | "quiet";

const NEEDS = new Set(["PAUSED_HUMAN", "ERROR", "LIMIT_REACHED", "PAUSED_USAGE_LIMIT", "WEEKLY_LIMIT"]);

/** By need: who waits for a person first, then what runs, then the rest. */
export function groupOf({ detail }: SeenProject): GroupName {
  if (isLive(detail.loopState)) return "running";
  return NEEDS.has(detail.loopState) || (detail.backlogSummary.needsHuman ?? 0) > 0 ? "needs" : "quiet";
}

export const PROJECT_ORDERS = { activity: "Last activity", name: "Name", left: "Items left" } as const;
export type ProjectOrder = keyof typeof PROJECT_ORDERS;

/** Within a group; with a question first while they are ordered by activity. */
export function orderProjects(projects: readonly SeenProject[], order: ProjectOrder): readonly SeenProject[] {
  const byName = (a: SeenProject, b: SeenProject) => a.project.name.localeCompare(b.project.name, "en");
  const leftOf = ({ detail: { backlogSummary: s } }: SeenProject) => s.total - s.done;
  const asks = (one: SeenProject) => Number(one.detail.loopState === "PAUSED_HUMAN");
  switch (order) {
    case "name":
      return projects.toSorted(byName);
    case "left":
      return projects.toSorted((a, b) => leftOf(b) - leftOf(a) || byName(a, b));
    case "activity":
      return projects.toSorted(
        (a, b) =>
          asks(b) - asks(a) || (b.glance.lastActivity ?? 0) - (a.glance.lastActivity ?? 0) || byName(a, b),
      );
  }
}
