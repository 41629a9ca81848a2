import { useQueries, type UseQueryResult } from "@tanstack/react-query";
import type { LoopStateName } from "#contracts/loop-states";
import type { DiscoveredProject, ProjectDetail } from "#contracts/schema/project";
import { getQuery, useGet } from "#web/api/queries";

/** A process works on these: they are what the stream is for. */
const LIVE: ReadonlySet<LoopStateName> = new Set(["RUNNING", "REVIEWING", "SLEEPING_LIMIT"]);

export function isLive(state: LoopStateName): boolean {
  return LIVE.has(state);
}

/** A project of the list with what its own route says; `detail` is null until it has answered, or when it can't. */
export interface KnownProject {
  readonly project: DiscoveredProject;
  readonly detail: ProjectDetail | null;
  /** It has not answered yet. */
  readonly waiting: boolean;
}

export function useProjects() {
  return useGet("GET /api/projects", {}, { refetchIntervalInBackground: true });
}

/** Every project that is shown, by name; the hidden ones (`ignoreInTool`) are left out. */
export function useProjectDetails(): readonly KnownProject[] {
  const shown = (useProjects().data ?? [])
    .filter((project) => project.marker?.options.ignoreInTool !== true)
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return useQueries({
    queries: shown.map((project) =>
      getQuery(
        "GET /api/projects/:id",
        { params: { id: project.id } },
        { enabled: project.marker !== null, refetchIntervalInBackground: true },
      ),
    ),
    combine: (results) => shown.map((project, at) => knownProject(project, results[at])),
  });
}

export function knownProject(
  project: DiscoveredProject,
  asked: UseQueryResult<ProjectDetail> | undefined,
): KnownProject {
  return { project, detail: asked?.data ?? null, waiting: asked === undefined || isWaiting(asked) };
}

/** For its first answer; one that is being asked again after a failure is not waited for. */
export function isWaiting({ isLoading, failureCount }: UseQueryResult): boolean {
  return isLoading && failureCount === 0;
}
