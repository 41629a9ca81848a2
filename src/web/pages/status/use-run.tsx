import { useMemo } from "react";
import type { LoopStateName } from "#contracts/loop-states";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ProjectDetail } from "#contracts/schema/project";
import type { DerivedStatus } from "#contracts/schema/status";
import type { RunChart } from "#core/status/run-chart-shape";
import { useBacklog } from "#web/api/item-mutations";
import type { StreamSnapshot } from "#web/api/project-stream";
import { isLive } from "#web/api/projects";
import { useGet } from "#web/api/queries";
import { useProjectStream } from "#web/api/use-stream";

/** Everything that the page is about. */
export interface RunView {
  readonly id: string;
  readonly detail: ProjectDetail;
  readonly status: DerivedStatus;
  readonly state: LoopStateName;
  /** A process works on it, or sleeps. */
  readonly live: boolean;
  readonly items: readonly BacklogItem[];
  readonly byId: ReadonlyMap<string, BacklogItem>;
  /** Ids that only the archive knows: done. */
  readonly archived: ReadonlySet<string>;
  readonly stream: StreamSnapshot;
  /** Changes in place; `stream.version` tells that it did. */
  readonly run: RunChart;
}

/** Null until everything has come: the page is laid out once, and nothing jumps. */
export function useRun(id: string): RunView | null {
  const detail = useGet("GET /api/projects/:id", { params: { id } }).data;
  const status = useGet("GET /api/projects/:id/status", { params: { id } }).data;
  const items = useBacklog(id).data;
  const usable = detail !== undefined && status !== undefined && status.loopState !== "NOT_INSTALLED";
  const stream = useProjectStream(usable && detail.error === undefined ? id : null);
  const { byId, archived } = useMemo(() => indexed(items ?? []), [items]);
  if (detail === undefined || status === undefined || items === undefined || !stream.ready) return null;
  return {
    id,
    detail,
    status,
    state: status.loopState,
    live: isLive(status.loopState),
    items,
    byId,
    archived,
    stream,
    run: stream.run,
  };
}

function indexed(items: readonly BacklogItem[]): Pick<RunView, "byId" | "archived"> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const referenced = items.flatMap((item) => item.dependsOn ?? []);
  return { byId, archived: new Set(referenced.filter((id) => !byId.has(id))) };
}
