import type { LoopEvent } from "#contracts/schema/loop-event";
import type { BacklogSummary } from "#contracts/schema/status";
import { createNarrator, type Narrator } from "#core/events/narrate";
import type { Narration } from "#core/events/narration";
import type { RunFacts } from "#core/events/run-story";
import { createSequence, type Sequence } from "#core/events/sequence";
import type { CliHost } from "#cli/host";
import { createFooter, type Footer } from "#cli/render/footer";
import { clean } from "#cli/render/clean";
import { itemRow } from "#cli/render/grid/item-row";
import type { Pen } from "#cli/render/pen";
import { historyRows, TITLE_COLUMN } from "#cli/watch/live/history-rows";
import type { KeyMode } from "#cli/watch/live/key-lines";
import { isLastWord } from "#cli/watch/last-words";
import { liveFooter } from "#cli/watch/live/live-footer";
import { pressKey } from "#cli/watch/live/live-keys";
import { resizedPen } from "#cli/watch/live/resized-pen";
import { runEdge } from "#cli/watch/live/run-edge";
import { runHeader, type RunOutline } from "#cli/watch/run-header";
import type { RunView } from "#cli/watch/run-view";
import { takeTerminal, type TakenTerminal } from "#cli/watch/live/take-terminal";
import { verboseLine } from "#cli/watch/live/verbose-lines";

export interface LiveViewOptions {
  readonly host: CliHost;
  readonly pen: Pen;
  readonly outline: RunOutline;
  readonly facts: Readonly<RunFacts>;
  /** Of the backlog as it is now. */
  readonly summary: () => BacklogSummary;
  readonly breakerThreshold: number;
  /** Ctrl-C, or y after q. */
  readonly onInterrupt: () => void;
}

interface Stage extends LiveViewOptions {
  readonly footer: Footer;
  readonly narrator: Narrator;
  /** Token updates as the log has them: one a second at most. */
  readonly thinned: Sequence;
  pen: Pen;
  edge: number;
  keys: KeyMode;
  terminal: TakenTerminal | null;
  turn: number;
  turnedMs: number;
  lastOutputMs: number | null;
  begun: boolean;
  /** History stands under the header. */
  told: boolean;
  verbose: boolean;
  pid: number | null;
}

const TICK_MS = 1000;
/** The spinner turns at most 8 times a second. */
const TURN_MS = 125;
/** History above, four lines below: a run on a terminal. */
export function createLiveView(options: LiveViewOptions): RunView {
  const { host } = options;
  const stage: Stage = {
    ...options,
    footer: createFooter(
      host.stdout,
      () => host.columns() ?? options.pen.screen.columns,
      () => host.rows(),
    ),
    narrator: createNarrator({ breakerThreshold: options.breakerThreshold }),
    thinned: createSequence(),
    edge: runEdge(options.pen, options.outline.items),
    keys: { kind: host.keyboard === null ? "deaf" : "watching" },
    terminal: null,
    turn: 0,
    turnedMs: 0,
    lastOutputMs: null,
    begun: false,
    told: false,
    verbose: false,
    pid: null,
  };
  stage.terminal = takeTerminal(host, stage.footer, {
    onKey: (key) => press(stage, key),
    onResize: () => {
      stage.pen = resizedPen(stage.pen, host);
      stage.edge = runEdge(stage.pen, stage.outline.items);
      draw(stage);
    },
    onBack: () => draw(stage),
  });
  const release = host.every(TICK_MS, () => draw(stage));
  return {
    hear: (event) => hear(stage, event),
    heardOutput: () => turnSpinner(stage),
    sessionStarted(pid) {
      stage.pid = pid;
      if (stage.verbose) tell(stage, sessionLines(stage));
    },
    stopping(atOnce) {
      stage.keys = { kind: "stopping", atOnce };
      draw(stage);
    },
    close() {
      release();
      stage.terminal?.release();
      stage.begun = false;
    },
  };
}

const hear = (stage: Stage, event: LoopEvent): void => {
  if (!stage.begun && !isLastWord(event)) {
    stage.begun = true;
    stage.footer.above(runHeader(stage.pen, stage.outline, stage.facts));
  }
  if (event.type === "llm_spawned") stage.lastOutputMs = stage.pid = null;
  const lines = stage.thinned
    .push(event, Date.parse(event.timestamp))
    .flatMap((one) => stage.narrator.tell(one))
    .flatMap((told) => linesOf(stage, told));
  if (lines.length > 0) return tell(stage, lines);
  if (event.type === "llm_tool_activity" || event.type === "llm_token_update") return turnSpinner(stage);
  draw(stage);
};

const linesOf = (stage: Stage, told: Narration): string[] => {
  const { pen, host, edge } = stage;
  if (told.level === "normal") {
    return told.word === "start" && !stage.verbose ? [] : historyRows(pen, told, host, edge);
  }
  return stage.verbose ? insideSession(stage, told) : [];
};

/** A tool is told when it has ended, and of the session which process it is. */
const insideSession = (stage: Stage, told: Narration): string[] => {
  if (told.word === "session") return [];
  if (told.word === "tool") {
    if (told.fact === "start") return [];
    return verboseLines(stage, { ...told, fact: told.fact?.replace(/^end(, )?/, "") ?? "" });
  }
  return verboseLines(stage, told);
};

const verboseLines = (
  { pen, host }: Stage,
  told: Pick<Narration, "at" | "word" | "text" | "fact">,
): string[] => [" ".repeat(TITLE_COLUMN) + verboseLine(pen, host, told, "  ")];

const sessionLines = (stage: Stage): string[] => {
  const { session } = stage.facts;
  if (session === null) return [];
  const { provider, model, startedMs } = session;
  const process = stage.pid === null ? null : `process ${stage.pid}`;
  const text = [provider, model, process].filter(Boolean).join(", ");
  return verboseLines(stage, { at: new Date(startedMs).toISOString(), word: "session", text, fact: null });
};

const press = (stage: Stage, key: string): void => {
  const { mode, deed } = pressKey(stage.keys, key);
  stage.keys = mode;
  if (deed === "interrupt") return stage.onInterrupt();
  if (deed === "suspend") return stage.terminal?.suspend();
  if (deed === "details") {
    stage.verbose = !stage.verbose;
    if (stage.verbose) return tell(stage, [...currentLines(stage), ...sessionLines(stage)]);
  }
  draw(stage);
};

/** What the lines that follow belong to. */
const currentLines = ({ facts, pen, edge }: Stage): string[] => {
  if (facts.current === null) return [];
  const [id, title] = [clean(facts.current.id), clean(facts.current.title)];
  const fact = `iteration ${facts.iteration} of ${facts.maxIterations}`;
  return itemRow(pen, { glyph: "running", id, title, fact, bold: true }, edge);
};

const turnSpinner = (stage: Stage): void => {
  const now = stage.host.now();
  stage.lastOutputMs = now;
  if (now - stage.turnedMs < TURN_MS) return;
  stage.turnedMs = now;
  stage.turn += 1;
  draw(stage);
};

const tell = (stage: Stage, lines: readonly string[]): void => {
  if (lines.length > 0) stage.footer.above(stage.told ? lines : ["", ...lines]);
  stage.told ||= lines.length > 0;
  draw(stage);
};

const draw = (stage: Stage): void => {
  if (!stage.begun || stage.terminal?.away === true) return;
  const { pen, facts, turn, lastOutputMs, keys, host, edge } = stage;
  const scene = { facts, summary: stage.summary(), turn, lastOutputMs, keys };
  stage.footer.draw(["", ...liveFooter(pen, scene, host, edge)]);
};
