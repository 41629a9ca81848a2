import { planSweep, type SweepPlan } from "#core/archive/plan-sweep";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { refuseLiveLoop } from "#engine/operations/loop/refuse-live-loop";
import type { Ports } from "#engine/ports";
import { readBacklog } from "#engine/stores/backlog-store";
import { readMarker } from "#engine/stores/marker-store";
import { readStateOrNull } from "#engine/stores/state-store";
import { sweepDone } from "#engine/stores/sweep-done";

export interface SweepRequest {
  /** Null: the marker's, else 0. */
  readonly minAgeDays: number | null;
}

export interface BacklogSweep {
  /** Its `result` is the record of the specification. */
  readonly plan: SweepPlan;
  /** As it was asked for or set. */
  readonly minAgeDays: number;
  /** A done item that stays because the run that finished it was interrupted before its commit. */
  readonly unsettled: string | null;
}

/** What a sweep would move; writes nothing, and may be asked for while a loop runs. */
export async function planBacklogSweep(
  ports: Ports,
  paths: BacklogPaths,
  request: SweepRequest,
): Promise<BacklogSweep> {
  const { minAgeDays, currentItem } = await gather(ports, paths, request);
  const { items } = await readBacklog(ports, paths);
  const plan = planSweep(items, ports.clock.now(), minAgeDays, currentItem);
  return { plan, minAgeDays, unsettled: unsettledOf(plan.keep, currentItem) };
}

/** Moves done items to the archive of their months (spec: backlog sweep), unless a live loop works with them. */
export async function sweepBacklog(
  ports: Ports,
  paths: BacklogPaths,
  request: SweepRequest,
): Promise<BacklogSweep> {
  const { minAgeDays, currentItem } = await gather(ports, paths, request);
  await refuseLiveLoop(ports, paths, "sweep");
  const { plan } = await sweepDone(ports, paths, { minAgeDays, unsettled: currentItem, rest: "stays" });
  return { plan, minAgeDays, unsettled: unsettledOf(plan.keep, currentItem) };
}

async function gather(
  ports: Ports,
  paths: BacklogPaths,
  { minAgeDays }: SweepRequest,
): Promise<{ minAgeDays: number; currentItem: string | null }> {
  if (minAgeDays !== null && !(minAgeDays >= 0)) {
    throw new ToolError("VALIDATION_ERROR", `An age in days is 0 or more, not ${minAgeDays}.`, {
      details: { field: "minAgeDays", value: minAgeDays },
      reason: "Nothing was written.",
    });
  }
  const marker = await readMarker(ports, paths);
  const state = await readStateOrNull(ports, paths);
  return {
    minAgeDays: minAgeDays ?? marker?.options.sweepMinAgeDays ?? 0,
    currentItem: state?.currentItem ?? null,
  };
}

const unsettledOf = (kept: readonly BacklogItem[], currentItem: string | null): string | null =>
  kept.find((item) => item.id === currentItem && item.status === "done")?.id ?? null;
