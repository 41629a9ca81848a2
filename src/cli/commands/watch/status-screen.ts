import { askingItem } from "#cli/commands/watch/status-offers";
import { blockedWords, headState, pendingWords } from "#cli/commands/watch/state-words";
import { clean } from "#cli/render/clean";
import { atRightEdge } from "#cli/render/grid/item-row";
import { ago, moment, type LocalClock } from "#cli/render/moment";
import { counted, wholeNumber } from "#core/text/counted";
import type { Pen } from "#cli/render/pen";
import { record, type RecordRow } from "#cli/render/record";
import { cutStart, textWidth } from "#cli/render/width";
import { durationWords } from "#core/text/duration-words";
import { FILES } from "#contracts/names";
import type { LoopState } from "#contracts/schema/loop-state";
import type { LockSummary } from "#contracts/schema/status";
import type { StatusView } from "#engine/operations/loop/read-status";

/** The longest key: values stand in the same column whatever rows there are. */
const KEY_COLUMNS = "Last signal".length;

/** Where one loop stands; rows without a value are left out. `path` as people write it. */
export function statusScreen(pen: Pen, view: StatusView, path: string, clock: LocalClock): string[] {
  const { report } = view;
  const head = headOf(pen, view, path);
  if (report.loopState === "NOT_INSTALLED") return [head];
  const when = momentWords(clock);
  const stuck = stuckWords(view, clock, when);
  const rows = [stateRow(view, clock, when), ...commonRows(view, when)];
  return [
    head,
    "",
    ...(stuck === null ? [] : [`${pen.glyphs.of("blocked")} ${stuck}`, ""]),
    ...record(pen, rows, KEY_COLUMNS),
  ];
}

type MomentWords = (iso: string) => string;

/** The zone stands once on the screen. */
const momentWords = (clock: LocalClock): MomentWords => {
  let said = false;
  return (iso) => {
    const words = moment(Date.parse(iso), clock, { zone: !said });
    said = true;
    return words;
  };
};

const headOf = (pen: Pen, view: StatusView, path: string): string => {
  const { glyph, label } = headState(view);
  const shownName = clean(view.name);
  const left = {
    width: textWidth(`${shownName}  ${pen.glyphs.text(glyph)} ${label}`),
    shown: `${pen.paint.bold(shownName)}  ${pen.glyphs.of(glyph)} ${label}`,
  };
  const room = Math.max(Math.min(pen.screen.columns, 80) - left.width - 2, 12);
  const shownPath = pen.screen.fits ? cutStart(path, room, pen.glyphs.cut) : path;
  return atRightEdge(pen, left, { width: textWidth(shownPath), shown: pen.paint.dim(shownPath) });
};

const stuckWords = (
  { report, iteration }: StatusView,
  clock: LocalClock,
  when: MomentWords,
): string | null => {
  if (report.health?.stuckWarning !== true || iteration === null) return null;
  const silent = durationWords(clock.now() - Date.parse(iteration.lastActivityAt));
  const tool =
    iteration.currentTool === null ? "no tool is running" : `${clean(iteration.currentTool)} is running`;
  const end =
    iteration.endsAt === undefined ? "" : `; the session ends at ${when(iteration.endsAt)} at the latest`;
  return `Silent for ${silent} and ${tool}${end}.`;
};

/** What is particular to the state. */
const stateRow = (view: StatusView, clock: LocalClock, when: MomentWords): RecordRow => {
  const { report, state } = view;
  const { backlogSummary: summary, sleepUntil } = report;
  const until = (iso: string): string => `${when(iso)}, in ${durationWords(Date.parse(iso) - clock.now())}`;
  switch (report.loopState) {
    case "COMPLETE":
      return [
        "Ended",
        state === null ? null : `${ago(Date.parse(state.updatedAt), clock)}${tookWords(report.elapsed)}`,
      ];
    case "PAUSED":
      return ["Stopped", state === null ? null : stoppedWords(view, clock, when, state.updatedAt)];
    case "PAUSED_HUMAN": {
      const item = askingItem(view);
      return item === null ? ["", null] : [`${clean(item.id)} asks`, clean(item.blockedReason ?? "")];
    }
    case "LIMIT_REACHED": {
      const used = `${report.iteration} of ${report.maxIterations} iterations used`;
      return ["Budget", `${used}, ${counted(summary.total - summary.done, "item")} left`];
    }
    case "SLEEPING_LIMIT":
      return ["Wakes", sleepUntil ? until(sleepUntil) : null];
    case "PAUSED_USAGE_LIMIT":
    case "WEEKLY_LIMIT":
      return ["Ends", sleepUntil ? until(sleepUntil) : null];
    case "ERROR":
      return ["Reason", reasonWords(view)];
    case "NOT_INSTALLED":
    case "IDLE":
    case "RUNNING":
      return ["", null];
    case "REVIEWING":
      return ["Review", state === null ? null : reviewWords(state, clock)];
  }
};

const reviewWords = ({ review, updatedAt }: LoopState, clock: LocalClock): string | null => {
  if (!review) return null;
  const files = review.files === null ? "" : `, ${counted(review.files, "file")}`;
  return `${counted(review.items, "item")}${files}, for ${durationWords(clock.now() - Date.parse(updatedAt))}`;
};

const tookWords = (seconds: number | null): string =>
  seconds === null ? "" : `, after ${durationWords(seconds * 1000)}`;

const stoppedWords = (view: StatusView, clock: LocalClock, when: MomentWords, iso: string): string => {
  const id = view.state?.unfinishedItem ?? view.state?.currentItem ?? null;
  const item = view.items.find((one) => one.id === id && one.status === "pending");
  return `${when(iso)}, ${ago(Date.parse(iso), clock)}${item === undefined ? "" : `; ${clean(item.id)} is pending`}`;
};

/** A run that left no reason has crashed; of which process it was, its lock tells. */
const reasonWords = ({ report, state }: StatusView): string | null => {
  if (state?.error) return clean(state.error);
  const { lock } = report;
  const run = lock?.stale === true && lock.pid !== null ? `the run of process ${lock.pid}` : "the last run";
  return `${run} ended in the middle`;
};

const commonRows = (
  { report, items, backlogMissing }: StatusView,
  when: MomentWords,
): readonly RecordRow[] => {
  const { backlogSummary: summary, currentItem, iteration, maxIterations, startedAt, elapsed } = report;
  const item = items.find(({ id }) => id === currentItem);
  const ended = report.loopState === "COMPLETE";
  const done = summary.done > 0 ? [`${wholeNumber(summary.done)} done`] : [];
  const counts = [counted(summary.total, "item"), ...done, ...pendingWords(summary)];
  return [
    ["Item", currentItem && [clean(currentItem), item && clean(item.title)].filter(Boolean).join("  ")],
    ["Iteration", iteration === null ? null : `${iteration} of ${maxIterations ?? "?"}`],
    [
      "Elapsed",
      elapsed === null || ended
        ? null
        : `${durationWords(elapsed * 1000)}${startedAt ? `, since ${when(startedAt)}` : ""}`,
    ],
    ["Last signal", report.lastSignal?.replaceAll("_", " ") ?? null],
    ["Backlog", backlogMissing ? `${FILES.backlog} is missing` : counts.join(", ")],
    ["Blocked", blockedWords(summary).join(", ")],
    ["Lock", lockState(report.lock)],
    ["Source", SOURCES[report.stateSource]],
  ];
};

const SOURCES = {
  "state.json": FILES.state,
  "log-parsing": `${FILES.log}, ${FILES.state} is missing`,
  none: "none",
} as const;

const lockState = (lock: LockSummary | undefined): string => {
  if (!lock?.present) return "none";
  if (lock.alive) return `alive, process ${lock.pid}`;
  return lock.pid === null ? "stale, it can't be read" : `stale, process ${lock.pid} is gone`;
};
