import { useQueries } from "@tanstack/react-query";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { useProjectDetails } from "#web/api/projects";
import { getQuery } from "#web/api/queries";

export interface OtherItem {
  readonly project: string;
  readonly item: BacklogItem;
}

/** The items of all other projects, read once they are asked for. */
export function useOtherItems(own: string, enabled: boolean): readonly OtherItem[] {
  const ids = useProjectDetails()
    .filter(({ project, detail }) => project.id !== own && detail !== null)
    .map(({ project }) => project.id);
  return useQueries({
    queries: ids.map((id) =>
      getQuery("GET /api/projects/:id/backlog", { params: { id } }, { enabled, refetchInterval: false }),
    ),
    combine: (results) =>
      results.flatMap(({ data }, at) => (data ?? []).map((item) => ({ project: ids[at] ?? "", item }))),
  });
}
