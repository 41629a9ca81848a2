import { answerOffers } from "#cli/commands/open-project";
import { openWork } from "#core/backlog/open-work";
import { counted } from "#core/text/counted";
import type { Hint } from "#contracts/error";
import { RUN_INTERRUPTED } from "#contracts/loop-states";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { StatusView } from "#engine/operations/loop/read-status";

const FOLLOW: Hint = { command: `${TOOL_NAME} follow`, purpose: "watch it" };
const RUN: Hint = { command: `${TOOL_NAME} loop run` };
const DOCTOR: readonly Hint[] = [{ command: `${TOOL_NAME} doctor` }];
const RESUME: Hint = { command: `${TOOL_NAME} resume` };

/** What to type next, best first; a command that there isn't leaves its place to the next offer. */
export function statusOffers(view: StatusView): readonly (readonly Hint[])[] {
  const { report } = view;
  switch (report.loopState) {
    case "NOT_INSTALLED":
      return [[{ command: `${TOOL_NAME} install` }]];
    case "RUNNING":
    case "REVIEWING":
    case "SLEEPING_LIMIT":
      return [[FOLLOW]];
    case "IDLE":
      return report.backlogSummary.pending + report.backlogSummary.inProgress > 0 ? [[RUN]] : addOffers(view);
    case "COMPLETE":
      return openOffers(view);
    case "PAUSED_HUMAN": {
      const item = askingItem(view);
      if (item === null) return [[RESUME], [RUN]];
      const [answer = [], ...others] = answerOffers(item.id);
      return [answer.map(({ command }) => ({ command })), ...others];
    }
    case "ERROR":
      return [...(hasCrashed(view) ? [] : [DOCTOR]), ...(view.state === null ? [] : [[RESUME]]), [RUN]];
    case "PAUSED":
    case "LIMIT_REACHED":
    case "PAUSED_USAGE_LIMIT":
    case "WEEKLY_LIMIT":
      return [[RESUME], [RUN]];
  }
}

/** A run that came to its end took all that it could: what it left or what came since is told. */
const openOffers = ({ items }: StatusView): readonly (readonly Hint[])[] => {
  const { ready, knotted } = openWork(items);
  const purpose = `${counted(ready, "item")} ${ready === 1 ? "is" : "are"} pending`;
  if (ready > 0) return [[{ ...RUN, purpose }]];
  const cycle = { command: `${TOOL_NAME} backlog validate`, purpose: "see what waits for itself" };
  return knotted > 0 ? [[cycle]] : [];
};

/** Its process was killed: nothing of what it needs is known to be wrong. */
const hasCrashed = ({ report, state }: StatusView): boolean =>
  report.lock?.stale === true ||
  (state !== null && (state.error === null || state.error === RUN_INTERRUPTED));

/** The item whose question stopped the loop. */
export function askingItem({ items, state }: StatusView): BacklogItem | null {
  const asking = items.filter((item) => item.status === "blocked" && item.needsHuman === true);
  return asking.find(({ id }) => id === state?.currentItem) ?? asking[0] ?? null;
}

const addOffers = ({ report, backlogMissing }: StatusView): readonly (readonly Hint[])[] =>
  backlogMissing || report.backlogSummary.total > 0
    ? []
    : [
        [
          {
            command: `${TOOL_NAME} backlog add --type feature --title "<what to build>"`,
            purpose: "add an item",
          },
        ],
      ];
