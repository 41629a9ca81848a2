import { useQueries, type UseQueryResult } from "@tanstack/react-query";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ProjectDetail } from "#contracts/schema/project";
import type { DerivedStatus } from "#contracts/schema/status";
import { getQuery } from "#web/api/queries";
import { isWaiting, type KnownProject } from "#web/api/projects";

const LOG_LINES = 20;

/** What a row of the list shows besides the project's own record; null: not known yet. */
export interface Glance {
  readonly status: DerivedStatus | null;
  readonly items: readonly BacklogItem[] | null;
  /** Of the log's last line, else of the installation; ms. */
  readonly lastActivity: number | null;
  /** The log's last words about a failure. */
  readonly failure: string | null;
  /** Not all of it has come yet. */
  readonly waiting: boolean;
}

export interface SeenProject extends KnownProject {
  readonly detail: ProjectDetail;
  readonly glance: Glance;
}

/** Status, items and the log's tail of each project that can be read. */
export function useGlances(projects: readonly KnownProject[]): readonly SeenProject[] {
  const readable = projects.filter(
    (known): known is KnownProject & { detail: ProjectDetail } => known.detail !== null,
  );
  const ids = readable.map(({ project }) => project.id);
  const statuses = useQueries({
    queries: ids.map((id) => getQuery("GET /api/projects/:id/status", { params: { id } })),
    combine: ofEach(null),
  });
  const backlogs = useQueries({
    queries: ids.map((id) => getQuery("GET /api/projects/:id/backlog", { params: { id } })),
    combine: ofEach(null),
  });
  const logs = useQueries({
    queries: ids.map((id) =>
      getQuery("GET /api/projects/:id/log", { params: { id }, query: { tail: LOG_LINES } }),
    ),
    combine: ofEach([]),
  });
  return readable.map((known, at) => ({
    ...known,
    glance: {
      status: statuses[at]?.data ?? null,
      items: backlogs[at]?.data ?? null,
      lastActivity: lastTime(logs[at]?.data ?? []) ?? installedAt(known),
      failure: lastFailure(logs[at]?.data ?? []),
      waiting: [statuses, backlogs, logs].some((answers) => answers[at]?.waiting !== false),
    },
  }));
}

const ofEach =
  <Empty,>(empty: Empty) =>
  <T,>(results: readonly UseQueryResult<T>[]) =>
    results.map((one) => ({ data: one.data ?? empty, waiting: isWaiting(one) }));

const STAMP = /^\[(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\] /;

/** Log lines bear their time in UTC. */
function lastTime(lines: readonly string[]): number | null {
  const stamp = STAMP.exec(lines.findLast((line) => STAMP.test(line)) ?? "");
  return stamp === null ? null : Date.parse(`${stamp[1]}T${stamp[2]}Z`);
}

function installedAt({ project }: KnownProject): number | null {
  return project.marker === null ? null : Date.parse(project.marker.installedAt);
}

function lastFailure(lines: readonly string[]): string | null {
  const line = lines.findLast((one) => /error|failed/i.test(one));
  return line === undefined ? null : line.replace(STAMP, "").replace(/^(?:Loop )?error:\s*/i, "");
}
