import { dependencyCheck } from "#core/backlog/dependencies";
import { clockTime, lengthWords } from "#web/app/time-words";
import type { SeenProject } from "#web/pages/projects/project-glance";

/** The one thing about a project that matters now; `item`: whom it is about. */
export interface Sentence {
  readonly text: string;
  readonly item?: string | undefined;
  /** Nothing new: said faintly. */
  readonly quiet?: true;
}

/** What of a project it is told by. */
export interface Told {
  readonly detail: Pick<SeenProject["detail"], "loopState" | "backlogSummary">;
  readonly glance: Pick<SeenProject["glance"], "status" | "items" | "failure">;
}

/** Answers the first that applies: does it need me, what is it doing, what came out. */
export function sentenceOf({ detail, glance }: Told): Sentence {
  const { status, items } = glance;
  const { done, blocked, needsHuman = 0, total } = detail.backlogSummary;
  const asking = items?.find((item) => item.needsHuman === true && item.status === "blocked");
  const now = items?.find((item) => item.id === status?.currentItem);
  const question = asking && { item: asking.id, text: firstClause(asking.blockedReason ?? asking.title) };
  switch (detail.loopState) {
    case "RUNNING":
      return now ? { item: now.id, text: now.title } : { text: "The run is starting" };
    case "REVIEWING":
      return { text: "What was done is being reviewed" };
    case "SLEEPING_LIMIT":
      return { text: `The usage window is full${at(status?.sleepUntil, ", next look at ")}` };
    case "WEEKLY_LIMIT":
      return { text: `The 7-day usage window is full${at(status?.sleepUntil, ", it resets at ")}` };
    case "PAUSED_USAGE_LIMIT":
      return { text: "The usage window is full, the run ended and can be resumed" };
    case "PAUSED_HUMAN":
      return question ?? { text: "An item needs your answer" };
    case "ERROR":
      return { text: glance.failure ?? "The run ended with an error" };
    case "LIMIT_REACHED":
      return {
        text: `All ${status?.maxIterations ?? ""} iterations are used, ${left(total - done - blocked)}`,
      };
    case "COMPLETE":
    case "PAUSED":
    case "IDLE":
    case "NOT_INSTALLED":
      return (
        question ??
        ended(detail.loopState, { done, blocked, needsHuman, total }, ready(items), status?.elapsed ?? null)
      );
  }
}

interface Counts {
  readonly done: number;
  readonly blocked: number;
  readonly needsHuman: number;
  readonly total: number;
}

function ended(
  state: string,
  { done, blocked, total }: Counts,
  canStart: number,
  elapsed: number | null,
): Sentence {
  if (total === 0) return { text: "No item yet", quiet: true };
  const stuck = blocked === 0 ? "none stuck" : `${blocked} stuck`;
  if (done === total || (state === "COMPLETE" && canStart === 0)) {
    const took = elapsed === null ? "" : ` in ${lengthWords(elapsed * 1000)}`;
    const text = `${done === 1 ? "1 item" : `${done} items`} done${took}, ${stuck}`;
    return blocked === 0 ? { text, quiet: true } : { text };
  }
  if (state === "PAUSED") return { text: `Stopped by hand, ${left(total - done)}`, quiet: true };
  const items = canStart === 1 ? "1 item is ready" : `${canStart} items are ready`;
  if (canStart === 0) return { text: `No item can start, ${stuck}` };
  const isNew = state !== "COMPLETE" && done === 0 && blocked === 0;
  return { text: isNew ? `${items}, the loop has not run yet` : items, quiet: true };
}

function ready(items: SeenProject["glance"]["items"]): number {
  if (items === null) return 0;
  const isDone = dependencyCheck(items, new Set());
  return items.filter((item) => item.status === "pending" && (item.dependsOn ?? []).every(isDone)).length;
}

const left = (count: number): string => (count === 1 ? "1 item is left" : `${count} items are left`);
const at = (time: string | null | undefined, before: string): string =>
  time === null || time === undefined ? "" : before + clockTime(time);

/** Reasons of agents are paragraphs: the row has room for the first sentence. */
function firstClause(text: string): string {
  return /^.+?[.?!](?=\s|$)/s.exec(text)?.[0] ?? text;
}
