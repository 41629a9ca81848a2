import { FOLLOW_START, followEvent, type FollowState } from "#core/events/follow-header";
import { createNarrator, type Narrator } from "#core/events/narrate";
import type { Narration } from "#core/events/narration";
import type { RunFacts } from "#core/events/run-story";
import type { CliHost } from "#cli/host";
import { createFooter, type Footer } from "#cli/render/footer";
import { timeOfDay, timeWithSeconds } from "#cli/render/moment";
import type { Pen } from "#cli/render/pen";
import { followHeaderLine } from "#cli/watch/follow-header-line";
import { historyRows, TITLE_COLUMN } from "#cli/watch/live/history-rows";
import { resizedPen } from "#cli/watch/live/resized-pen";
import { runEdge } from "#cli/watch/live/run-edge";
import { followHeaderLines } from "#cli/watch/run-header";
import { takeTerminal, type TakenTerminal } from "#cli/watch/live/take-terminal";
import { verboseLine } from "#cli/watch/live/verbose-lines";
import { watchingKeys } from "#cli/watch/live/watching-keys";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopEvent } from "#contracts/schema/loop-event";

/** What shows a run that goes on elsewhere, or went on long ago. */
export interface FollowView {
  /** A run's log begins: whatever was known is of the run before. */
  readonly begin: (facts: Readonly<RunFacts>) => void;
  /** After the facts have taken it in, and before they take in the next. */
  readonly hear: (event: LoopEvent) => void;
  /** What was heard is shown at the latest now. */
  readonly show: () => void;
  /** All there is has been heard. */
  readonly rest: () => void;
  readonly noRun: () => void;
  /** Gives the terminal back. */
  readonly close: () => void;
}

export interface FollowOptions {
  readonly host: CliHost;
  readonly pen: Pen;
  readonly name: string;
  readonly verbose: boolean;
  /** For the width of their titles alone. */
  readonly items: readonly BacklogItem[];
  readonly onLeave: () => void;
}

interface Stage extends FollowOptions {
  readonly footer: Footer;
  pen: Pen;
  edge: number;
  narrator: Narrator;
  state: FollowState;
  facts: Readonly<RunFacts> | null;
  /** History stands under the header. */
  told: boolean;
  /** Heard and not yet shown: a page of a replay is one write. */
  lines: string[];
  resting: boolean;
  terminal: TakenTerminal | null;
}

const TICK_MS = 1000;

/** History above, and under it the line that says where the run stands. */
export function createFollowView(options: FollowOptions): FollowView {
  const { host } = options;
  const stage: Stage = {
    ...options,
    footer: createFooter(
      host.stdout,
      () => host.columns() ?? options.pen.screen.columns,
      () => host.rows(),
    ),
    edge: runEdge(options.pen, options.items),
    narrator: createNarrator(),
    state: FOLLOW_START,
    facts: null,
    told: false,
    lines: [],
    resting: false,
    terminal: null,
  };
  stage.terminal = takeTerminal(host, stage.footer, {
    onKey: watchingKeys(
      () => stage.onLeave(),
      () => stage.terminal?.suspend(),
    ),
    onResize() {
      stage.pen = resizedPen(stage.pen, host);
      stage.edge = runEdge(stage.pen, stage.items);
      draw(stage);
    },
    onBack: () => draw(stage),
  });
  const release = host.every(TICK_MS, () => draw(stage));
  return {
    begin(facts) {
      if (stage.facts !== null) stage.lines.push("");
      Object.assign(stage, { facts, narrator: createNarrator(), state: FOLLOW_START, told: false });
    },
    hear: (event) => hear(stage, event),
    show: () => show(stage),
    rest() {
      stage.resting = true;
      draw(stage);
    },
    noRun() {
      if (stage.resting) return;
      stage.resting = true;
      stage.footer.above([`No run yet in ${stage.name}; waiting for one. Ctrl-C leaves.`]);
    },
    close() {
      release();
      stage.terminal?.release();
      stage.facts = null;
    },
  };
}

const hear = (stage: Stage, event: LoopEvent): void => {
  const { facts, lines, pen, name, host } = stage;
  stage.state = followEvent(stage.state, event);
  if (event.type === "loop_started" && facts !== null) {
    lines.push(...followHeaderLines(pen, name, facts, host));
  }
  const rows = stage.narrator.tell(event).flatMap((told) => linesOf(stage, told));
  if (rows.length === 0) return;
  if (!stage.told) lines.push("");
  stage.told = true;
  lines.push(...rows);
};

const show = (stage: Stage): void => {
  if (stage.lines.length > 0) stage.footer.above(stage.lines);
  stage.lines = [];
  draw(stage);
};

const linesOf = (stage: Stage, told: Narration): string[] => {
  const { pen, host, verbose, edge } = stage;
  const atMs = Date.parse(told.at);
  if (told.level === "verbose") {
    return verbose ? [verboseLine(pen, host, told, " ".repeat(TITLE_COLUMN + 2))] : [];
  }
  if (told.word === "start" && !verbose) return [];
  const time = verbose ? timeWithSeconds(atMs, host) : timeOfDay(atMs, host);
  return timed(pen, time, historyRows(pen, told, host, edge - time.length - 2));
};

const timed = (pen: Pen, time: string, lines: readonly string[]): string[] =>
  lines.map((line, i) => `${i === 0 ? pen.paint.dim(time) : " ".repeat(time.length)}  ${line}`);

const draw = (stage: Stage): void => {
  const { facts, pen, host, state } = stage;
  if (facts === null || !stage.resting || stage.terminal?.away === true) return;
  const header = followHeaderLine(pen, state.header, host.now());
  const current = currentLines(stage);
  const gap = current.length > 0 && !stage.told ? [""] : [];
  stage.footer.draw([...gap, ...current, "", header]);
};

/** The verbose history has told of its start already. */
const currentLines = (stage: Stage): string[] => {
  const { current } = stage.facts ?? {};
  if (!current || stage.verbose || stage.facts?.ended !== null) return [];
  const at = new Date(current.sinceMs).toISOString();
  const told: Narration = {
    at,
    level: "normal",
    word: "start",
    glyph: "running",
    id: current.id,
    says: "title",
    text: current.title,
    fact: null,
    hash: null,
    detail: [],
    untilMs: null,
  };
  const time = timeOfDay(current.sinceMs, stage.host);
  return timed(stage.pen, time, historyRows(stage.pen, told, stage.host, stage.edge - time.length - 2));
};
