import type { LoopStateName } from "#contracts/loop-states";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { loopOrder } from "#core/backlog/loop-order";
import { waitingFor } from "#core/backlog/waiting-for";
import { asksHuman } from "#web/app/answers";
import { counted, listedIds } from "#web/ui/words";

/** What a resume would take, in its order. */
export interface ResumePlan {
  readonly answered: readonly string[];
  /** Given up before, tried once more. */
  readonly again: readonly string[];
  readonly others: readonly string[];
  /** Why it would take nothing; null: it takes something. */
  readonly refusal: string | null;
}

const RESUMABLE: ReadonlySet<LoopStateName> = new Set([
  "PAUSED",
  "PAUSED_HUMAN",
  "PAUSED_USAGE_LIMIT",
  "LIMIT_REACHED",
  "WEEKLY_LIMIT",
  "ERROR",
]);

const STARTABLE: ReadonlySet<LoopStateName> = new Set(["IDLE", "PAUSED", "COMPLETE", "ERROR"]);

/** Spec: Web dashboard, start control. */
export function mayStart(state: LoopStateName): boolean {
  return STARTABLE.has(state);
}

/** From states that a run was left in; else only with an answer or something given up. */
export function mayResume(state: LoopStateName, items: readonly BacklogItem[], answers: number): boolean {
  if (items.every((item) => item.status === "done")) return false;
  return RESUMABLE.has(state) || answers > 0 || items.some((item) => goesBack(item) || asksHuman(item));
}

/** Given up, or left in progress: a resume puts it back by itself. */
function goesBack(item: BacklogItem): boolean {
  return (
    item.status === "in_progress" || (item.status === "blocked" && item.deferred === true && !asksHuman(item))
  );
}

export function planResume(
  items: readonly BacklogItem[],
  answeredIds: ReadonlySet<string>,
  archived: ReadonlySet<string>,
): ResumePlan {
  const back = (item: BacklogItem): boolean =>
    goesBack(item) || (asksHuman(item) && answeredIds.has(item.id));
  const after = items.map((item) => (back(item) ? { ...item, status: "pending" as const } : item));
  const waits = waitingFor(after, archived);
  const reached = loopOrder(after).filter((item) => waits(item)?.kind !== "blockedBy");
  const again = new Set(
    items.filter((item) => goesBack(item) && item.status === "blocked").map(({ id }) => id),
  );
  const ids = reached.map(({ id }) => id);
  return {
    answered: ids.filter((id) => answeredIds.has(id)),
    again: ids.filter((id) => again.has(id)),
    others: ids.filter((id) => !answeredIds.has(id) && !again.has(id)),
    refusal: reached.some((item) => waits(item) === null) ? null : refusalOf(items),
  };
}

function refusalOf(items: readonly BacklogItem[]): string {
  const asking = items.filter(asksHuman);
  const blocked = items.filter((item) => item.status === "blocked");
  if (asking.length > 0) return `Answer ${listedIds(asking.map(({ id }) => id))} first`;
  if (blocked.length > 0) return `Unblock ${listedIds(blocked.map(({ id }) => id))} first`;
  return "Nothing is left to do";
}

/** `Resume takes 012, then 015, 026 and 028, and tries 017 again.` */
export function planWords({ answered, again, others, refusal }: ResumePlan): string {
  if (refusal !== null) return `Nothing can go on. ${refusal}.`;
  const takes = [
    ...(answered.length > 0 ? [`takes ${listedIds(answered)}`] : []),
    ...(others.length > 0 ? [`${answered.length > 0 ? "then" : "takes"} ${listedIds(others)}`] : []),
  ].join(", ");
  if (again.length === 0) return `Resume ${takes}.`;
  const tries = `tries ${listedIds(again)} again`;
  return takes === "" ? `Resume ${tries}.` : `Resume ${takes}, and ${tries}.`;
}

/** `Resume with 2 answers`: the one button of the brief. */
export function resumeLabel(answers: number): string {
  return answers === 0 ? "Resume" : `Resume with ${counted(answers, "answer")}`;
}
