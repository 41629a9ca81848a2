import type { AgentRecord, Dialect, LimitNotice } from "#core/agents/agent-record";
import { findBanner, type LimitBanner } from "#core/agents/limit-banners";
import { createSignalScan, type Signal } from "#core/agents/signal-scan";
import { copyStart } from "#core/text/copy-start";
import { TAIL_CHARS } from "#contracts/limits";
import { createLastLines, type LastLines } from "#engine/loop/session/last-lines";
import { createToolCalls, type ToolCalls } from "#engine/loop/session/tool-calls";

export interface ReaderOptions {
  readonly dialect: Dialect;
  /** How the agent tells of a usage limit in words. */
  readonly limits: readonly LimitBanner[];
  /** The wall clock, by which limits are lifted. */
  readonly now: () => number;
  /** Never goes back nor jumps: what silence and tools are measured by. */
  readonly monotonic: () => number;
  readonly onTool: (phase: "start" | "end", name: string) => void;
  readonly onTokens: (input: number, output: number) => void;
}

/** A limit as told, and whether it was told after the signal. */
export interface HeardLimit {
  readonly notice: LimitNotice;
  readonly afterSignal: boolean;
}

/** What has been heard of a session so far; memory stays flat whatever the agent prints. */
export interface SessionReader {
  line(stream: "stdout" | "stderr", text: string, cut: boolean): void;
  close(): void;
  readonly tools: Pick<ToolCalls, "current" | "recent">;
  readonly heard: Readonly<Heard>;
  signal(): Signal;
  /** Said in a record, or by a banner where one may stand. */
  limit(): HeardLimit | null;
  /** Of an agent that prints records, what they say stands for its stdout: its text, and the words of an error. */
  tails(): { stdoutTail: string; stderrTail: string };
}

export interface Heard {
  lines: number;
  /** The number of the line that brought the last signal, -1 before. */
  signalAt: number;
  /** On the monotonic clock. */
  lastActivityMs: number;
  tokens: { readonly input: number; readonly output: number } | null;
  result: { readonly isError: boolean; readonly words: string | null } | null;
  limit: { notice: LimitNotice; at: number } | null;
}

const NOTHING_HEARD = { lines: 0, signalAt: -1, tokens: null, result: null, limit: null };

export function createSessionReader(options: ReaderOptions): SessionReader {
  const { dialect, monotonic } = options;
  const scan = createSignalScan();
  const tools = createToolCalls();
  const last = { stdout: createLastLines(), stderr: createLastLines() };
  const heard: Heard = { ...NOTHING_HEARD, lastActivityMs: monotonic() };
  const show = (text: string): void => {
    if (dialect.structured && text !== "") last.stdout.push(heard.lines, text);
  };
  const hear = (record: AgentRecord): void => {
    switch (record.type) {
      case "text": {
        const before = scan.signal();
        scan.text(record.text);
        if (scan.signal() !== before) heard.signalAt = heard.lines;
        return show(record.text);
      }
      case "tool_start":
        tools.start(record.id, record.name, monotonic());
        return options.onTool("start", record.name);
      case "tool_end":
        return options.onTool("end", tools.end(record.id, record.name));
      case "tokens":
        heard.tokens = { input: countOf(record.input), output: countOf(record.output) };
        return options.onTokens(heard.tokens.input, heard.tokens.output);
      case "limit":
        heard.limit = { notice: record.notice, at: heard.lines };
        return;
      case "result":
        heard.result = { isError: record.isError, words: copyStart(record.words ?? "", TAIL_CHARS) };
        return show(heard.result.words ?? "");
    }
  };
  return {
    line(stream, text, cut) {
      heard.lines += 1;
      heard.lastActivityMs = monotonic();
      const isRecord = dialect.structured && stream === "stdout" && text.startsWith("{");
      if (!isRecord) last[stream].push(heard.lines, text);
      dialect.read(stream, text, cut).forEach(hear);
    },
    close: () => dialect.end().forEach(hear),
    tools,
    heard,
    signal: () => scan.signal(),
    limit: () => limitOf(options, heard, last, scan.signal()),
    tails: () => ({ stdoutTail: last.stdout.tail(), stderrTail: last.stderr.tail() }),
  };
}

function limitOf(
  { dialect, limits, now }: ReaderOptions,
  { limit, result, signalAt }: Readonly<Heard>,
  last: Readonly<Record<"stdout" | "stderr", LastLines>>,
  signal: Signal,
): HeardLimit | null {
  if (limit !== null) return { notice: limit.notice, afterSignal: limit.at > signalAt };
  // What a turn that ended well went through is over, whatever is left of it on stderr.
  if (result?.isError === false) return null;
  const told = result === null ? null : findBanner((result.words ?? "").split("\n"), limits, now());
  const isPlain = !dialect.structured && signal.kind === "none";
  const notice =
    told ??
    last.stderr.bannerAfter(signalAt, limits, now()) ??
    (isPlain ? last.stdout.bannerAfter(signalAt, limits, now()) : null);
  return notice === null ? null : { notice, afterSignal: true };
}

/** What an agent says of itself may be any number; an event holds a count. */
const countOf = (said: number): number => Math.min(Math.max(0, Math.round(said)), Number.MAX_SAFE_INTEGER);
