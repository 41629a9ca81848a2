import { Eye, Flag, Play, RotateCcw, TriangleAlert, Wrench, type LucideIcon } from "lucide-react";
import type { LoopEvent } from "#contracts/schema/loop-event";
import type { RunChart, ToldEvent } from "#core/status/run-chart-shape";
import { clockTime, lengthWords } from "#web/app/time-words";
import { visibleText } from "#core/text/visible-text";
import { tokenWords } from "#web/pages/status/figures";
import { counted } from "#web/ui/words";
import { StopIcon } from "#web/pages/status/icons";
import type { GlyphName } from "#web/ui/glyph";
import type { Tone } from "#contracts/loop-states";

/** One entry of the events: its sign, what happened, and a second line. */
export interface EventWords {
  readonly sign: LucideIcon | { readonly glyph: GlyphName; readonly tone: Tone; readonly label?: string };
  /** In front, heavier. */
  readonly itemId?: string;
  readonly text: string;
  readonly sub?: string | undefined;
}

/** What is said of an event that is told by itself. */
export function toldWords(told: ToldEvent, run: RunChart, live: boolean): EventWords {
  const { event } = told;
  switch (event.type) {
    case "loop_started":
      return { sign: Flag, text: "Run started", sub: budgetWords(event.maxIterations, event.budgetSource) };
    case "llm_spawned":
      return startedWords(told, event, live && run.session?.startedMs === told.atMs);
    case "item_completed":
      return {
        sign: { glyph: "done", tone: "success", label: "Done" },
        itemId: event.itemId,
        text: event.title,
        sub: event.recovered === true ? "Its commit was already there" : effortWords(told),
      };
    case "item_blocked":
      return blockedWords(told, event, run);
    case "item_retried":
      return {
        sign: RotateCcw,
        itemId: event.itemId,
        text: "will be tried again",
        sub: `No signal, attempt ${event.attempt} of ${event.maxRetries + 1} is over`,
      };
    case "needs_human":
      return {
        sign: { glyph: "human", tone: "warning", label: "Needs an answer" },
        itemId: event.itemId,
        text: `asks: ${event.reason}`,
      };
    case "usage_limit_hit":
      return told.attempt === 0
        ? { sign: TriangleAlert, text: "Usage limit", sub: limitWords(run) }
        : { sign: RotateCcw, itemId: told.itemId, text: "went back to pending", sub: "No attempt counted" };
    case "llm_exited":
      return {
        sign: TriangleAlert,
        ...named(event.itemId),
        text: "failed at once",
        sub: `Exit ${event.exitCode ?? "by a signal"} after ${lengthWords(event.durationMs)}, no attempt counted`,
      };
    case "llm_stuck_warning":
      return {
        sign: TriangleAlert,
        ...named(event.itemId),
        text: `is silent for ${lengthWords(event.silentMs)}`,
      };
    default:
      return runWords(event, run);
  }
}

const named = (itemId: string): { readonly itemId: string } => ({
  itemId: itemId === "" ? "Review" : itemId,
});

/** What happens to the run as a whole. */
function runWords(event: LoopEvent, run: RunChart): EventWords {
  switch (event.type) {
    case "loop_paused":
      return { sign: { glyph: "paused", tone: "info" }, text: `Paused for ${event.itemId}` };
    case "sleep_start":
      return {
        sign: { glyph: "sleeping", tone: "warning" },
        text: `Asleep until ${clockTime(event.sleepUntil)}`,
        sub: limitWords(run) ?? event.reason,
      };
    case "sleep_end": {
      const sleep = run.sleeps.find(({ toMs }) => toMs === Date.parse(event.timestamp));
      const slept =
        sleep === undefined ? undefined : `Slept ${lengthWords((sleep.toMs ?? 0) - sleep.fromMs)}`;
      return { sign: Play, text: "Awake again", sub: slept };
    }
    case "loop_completed":
      return {
        sign: Flag,
        text: event.status === "limit_reached" ? "All iterations are used" : "Run complete",
        sub: `${event.completedCount} done, ${event.blockedCount} blocked`,
      };
    case "loop_error":
      return {
        sign: { glyph: "error", tone: "danger" },
        text: "The run ended with an error",
        sub: event.error,
      };
    case "loop_cancelled":
      return { sign: StopIcon, text: "Stopped" };
    case "review_started":
      return { sign: Eye, text: "Review started", sub: reviewWords(event) };
    case "review_completed":
      return {
        sign: Eye,
        text:
          event.itemsCreated === 0
            ? "The review found nothing"
            : `The review added ${counted(event.itemsCreated, "item")}`,
        sub: event.summary,
      };
    case "review_failed":
      return { sign: TriangleAlert, text: "The review failed, nothing was added", sub: event.reason };
    default:
      return rawWords(event);
  }
}

/** What is said of any event behind "All kinds". */
export function rawWords(event: LoopEvent): EventWords {
  const words = (text: string, sub?: string): EventWords => ({
    sign: Wrench,
    ...("itemId" in event && event.itemId !== "" && { itemId: event.itemId }),
    text,
    sub,
  });
  switch (event.type) {
    case "iteration_start":
      return words(`Iteration ${event.iteration} of ${event.maxIterations}`);
    case "item_selected":
      return words("selected", event.title);
    case "llm_spawned":
      return words("session started", [event.provider, event.model].filter(Boolean).join(", "));
    case "llm_exited":
      return words(
        "session ended",
        `Exit ${event.exitCode ?? "by a signal"} after ${lengthWords(event.durationMs)}`,
      );
    case "signal_parsed":
      return words(`signal: ${event.signal.replace("_", " ")}`, event.reason);
    case "llm_tool_activity":
      return words(`${event.toolName} ${event.phase === "start" ? "started" : "ended"}`);
    case "llm_token_update":
      return words(`${tokenWords(event.inputTokens)} tokens in, ${tokenWords(event.outputTokens)} out`);
    case "usage_limit_cleared":
      return words(`The ${event.limitType === "5h" ? "5-hour" : "7-day"} window is open again`);
    default:
      return words(event.type.replaceAll("_", " "));
  }
}

function startedWords(
  told: ToldEvent,
  event: Extract<LoopEvent, { type: "llm_spawned" }>,
  current: boolean,
): EventWords {
  const { itemId, model, provider, pid } = event;
  const text = told.attempt > 1 ? `attempt ${told.attempt} started` : "started";
  const sub = current
    ? [model ?? provider, ...(pid === undefined ? [] : [`pid ${pid}`])].join(", ")
    : undefined;
  return { sign: current ? { glyph: "running", tone: "info" } : Play, ...named(itemId), text, sub };
}

function blockedWords(
  told: ToldEvent,
  event: Extract<LoopEvent, { type: "item_blocked" }>,
  run: RunChart,
): EventWords {
  const words = run.lastWords.get(event.itemId);
  const deferred = event.deferred ?? (event.stdoutTail !== undefined || event.stderrTail !== undefined);
  if (!deferred)
    return {
      sign: { glyph: "blocked", tone: "danger", label: "Blocked" },
      itemId: event.itemId,
      text: "is blocked",
      sub: event.reason,
    };
  return {
    sign: { glyph: "deferred", tone: "warning", label: "Gave up, will be retried" },
    itemId: event.itemId,
    text: `gave up after ${counted(told.attempt, "attempt")}`,
    sub: words === undefined ? event.reason : `Last words: ${words.split("\n").at(-1) ?? ""}`,
  };
}

function effortWords({ attempt, workedMs, tokens }: ToldEvent): string | undefined {
  const parts = [
    ...(attempt > 1 ? [`${attempt} attempts`] : []),
    ...(workedMs > 0 ? [lengthWords(workedMs)] : []),
    ...(tokens > 0 ? [`${tokenWords(tokens)} tokens`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(", ");
}

function limitWords({ limit }: RunChart): string | undefined {
  if (limit === null) return undefined;
  return `${limit.window === "5h" ? "5-hour" : "7-day"} window, ${limit.percent}% used`;
}

function reviewWords(event: Extract<LoopEvent, { type: "review_started" }>): string {
  const items = counted(event.completedItemIds.length, "item");
  return event.files === undefined ? items : `${items}, ${counted(event.files, "file")}`;
}

const SOURCES: Readonly<Record<string, string>> = {
  marker: ", from the project settings",
  computed: ", from the backlog",
};

function budgetWords(iterations: number, source: string | undefined): string {
  return `${counted(iterations, "iteration")}${SOURCES[source ?? ""] ?? ""}`;
}

/** One line for the list; whole in its tooltip. */
export function cutWords(text: string, most = 240): string {
  const seen = visibleText(text).replaceAll("`", "");
  return seen.length > most ? `${seen.slice(0, most)}…` : seen;
}
