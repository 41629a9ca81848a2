import { PHRASES } from "#core/events/log-phrases";
import type { StreamedEvent } from "#web/api/project-stream";
import { visibleText } from "#core/text/visible-text";

const LINES_KEPT = 5_000;
const STAMP = /^\[(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\] (.*)$/s;

/** `head` is the band above an iteration. */
type LineLook = "head" | "plain" | "good" | "warn" | "bad";

/** One line as it is shown. */
export interface LogLine {
  /** Counts on through all lines, those no longer kept included. */
  readonly number: number;
  /** Null where the line has none. */
  readonly atMs: number | null;
  readonly source: string;
  readonly text: string;
  readonly look: LineLook;
}

/** The log of a run with the agents' tool calls between its lines, the last 5,000 of them. */
export interface LogBook {
  /** In the order of their times; changes in place. */
  readonly lines: LogLine[];
  /** Lines that were ever added. */
  readonly total: number;
  addLines(lines: readonly string[]): void;
  /** Only calls of tools have a line. */
  addEvents(events: readonly StreamedEvent[]): void;
}

export function createLogBook(): LogBook {
  const lines: LogLine[] = [];
  let total = 0;
  const put = (line: Omit<LogLine, "number">, before = false): void => {
    let at = lines.length;
    const { atMs } = line;
    if (before && atMs !== null) while (at > 0 && (lines[at - 1]?.atMs ?? 0) > atMs) at -= 1;
    lines.splice(at, 0, { ...line, number: total });
    total += 1;
    if (lines.length > LINES_KEPT) lines.splice(0, lines.length - LINES_KEPT);
  };
  return {
    lines,
    get total() {
      return total;
    },
    addLines(texts) {
      for (const text of texts) {
        const line = readLine(text);
        const selected = PHRASES.itemSelected.read(line.text);
        const last = lines.at(-1);
        if (selected !== null && last?.look === "head" && !last.text.includes("--- ", 4)) {
          lines[lines.length - 1] = { ...last, text: `${last.text} ${selected.id} ${selected.text}` };
        } else put(line);
      }
    },
    addEvents(events) {
      for (const { event } of events) {
        if (event.type !== "llm_tool_activity" || event.phase !== "start") continue;
        const atMs = Math.floor(Date.parse(event.timestamp) / 1000) * 1000;
        put({ atMs, source: "tool", text: visibleText(event.toolName), look: "plain" }, true);
      }
    },
  };
}

/** A line of tool.log, whose time is UTC. */
export function readLine(line: string): Omit<LogLine, "number"> {
  const [, day, time, said] = STAMP.exec(line) ?? [];
  const text = visibleText(said ?? line);
  const atMs = day === undefined ? null : Date.parse(`${day}T${time}Z`);
  return { atMs, text, source: sourceOf(text), look: lookOf(text) };
}

function sourceOf(text: string): string {
  if (/^(Session of|Signal:|No output)/.test(text)) return "agent";
  return /\b(stash|commit|branch)\b/i.test(text) && !/^Item \S+ (selected|completed)/.test(text)
    ? "git"
    : "loop";
}

const LOOKS: readonly (readonly [RegExp, LineLook])[] = [
  [/^--- Iteration /, "head"],
  [/^(Loop error|Review failed)|failed at once|timed out after/, "bad"],
  [/^Item \S+ (blocked|needs human input|retried)/, "warn"],
  [/^(Usage limit hit|Sleeping until|No output|Max iterations reached|Loop paused)/, "warn"],
  [/^(Item \S+ completed|Loop completed)/, "good"],
];

function lookOf(text: string): LineLook {
  return LOOKS.find(([pattern]) => pattern.test(text))?.[1] ?? "plain";
}
