import { planSweep, type SweepPlan } from "#core/archive/plan-sweep";
import type { BacklogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { Ports } from "#engine/ports";
import { archiveItems } from "#engine/stores/archive-store";
import { editBacklog, readBacklog } from "#engine/stores/backlog-store";

export interface SweepRule {
  /** 0: every done item. */
  readonly minAgeDays: number;
  /** The item that an interrupted run left; its done may lack a commit, so it stays. */
  readonly unsettled: string | null;
  /** Whether what isn't swept stays in the backlog, or leaves it without a trace. */
  readonly rest: "stays" | "goes";
}

export interface Swept {
  readonly plan: SweepPlan;
  /** As it stands now. */
  readonly backlog: Backlog;
}

/** Moves done items to their months, the backlog written last: killed in between, an item stands in both, and the next sweep ends it. Nobody else's sweep or edit comes between. */
export async function sweepDone(
  ports: Ports,
  paths: BacklogPaths,
  { minAgeDays, unsettled, rest }: SweepRule,
  loopToken: string | null = null,
): Promise<Swept> {
  const planOf = ({ items }: Backlog): SweepPlan =>
    planSweep(items, ports.clock.now(), minAgeDays, unsettled);
  let plan: SweepPlan | null = null;
  const sweep = async (backlog: Backlog): Promise<Backlog | null> => {
    plan = planOf(backlog);
    const kept = rest === "stays" ? plan.keep : [];
    if (kept.length === backlog.items.length) return null;
    await archiveItems(ports, paths, plan.byMonth);
    return { ...backlog, items: kept };
  };
  const written = await editBacklog(ports, paths, sweep, loopToken);
  const backlog = written ?? (await readBacklog(ports, paths));
  return { plan: plan ?? planOf(backlog), backlog };
}
