import type { Dialect, LimitNotice } from "#core/agents/agent-record";
import { findBanner } from "#core/agents/limit-banners";
import { createSignalScan, type Signal } from "#core/agents/signal-scan";
import { createTail } from "#core/agents/tail";
import { RECENT_TOOLS, TAIL_CHARS } from "#contracts/limits";
import type { AgentId } from "#contracts/agent-ids";

/** How many last lines of a stream may hold a usage banner. */
const BANNER_LINES = 10;

export interface ToolCall {
  readonly name: string;
  readonly sinceMs: number;
}

/** What has been heard of a session so far; memory stays flat whatever the agent prints. */
export interface SessionReader {
  line(stream: "stdout" | "stderr", text: string, cut: boolean): void;
  close(): void;
  readonly currentTool: ToolCall | null;
  readonly recentTools: readonly string[];
  readonly tokens: { input: number; output: number } | null;
  readonly result: { isError: boolean; words: string | null } | null;
  readonly lastActivityMs: number;
  signal(): Signal;
  /** A limit said in a record, or by a banner where one may stand. */
  limit(): { notice: LimitNotice; afterSignal: boolean } | null;
  tails(): { stdoutTail: string; stderrTail: string };
}

export interface ReaderOptions {
  readonly dialect: Dialect;
  readonly agentId: AgentId;
  readonly now: () => number;
  readonly onTool: (phase: "start" | "end", name: string) => void;
  readonly onTokens: (input: number, output: number) => void;
}

interface Heard {
  readonly at: number;
  readonly text: string;
}

export function createSessionReader(options: ReaderOptions): SessionReader {
  const scan = createSignalScan();
  const tails = { stdout: createTail(TAIL_CHARS), stderr: createTail(TAIL_CHARS) };
  const last: { stdout: Heard[]; stderr: Heard[] } = { stdout: [], stderr: [] };
  const open = new Map<string, ToolCall>();
  const seen = { count: 0, signalAt: -1, lastActivityMs: options.now() };
  let signal = scan.signal();
  let tokens: { input: number; output: number } | null = null;
  let result: { isError: boolean; words: string | null } | null = null;
  let recorded: { notice: LimitNotice; at: number } | null = null;
  const recentTools: string[] = [];

  const hear = (records: ReturnType<Dialect["read"]>): void => {
    for (const record of records) {
      switch (record.type) {
        case "text":
          scan.text(record.text);
          if (scan.signal() !== signal) {
            signal = scan.signal();
            seen.signalAt = seen.count;
          }
          break;
        case "tool_start":
          open.set(record.id ?? record.name, { name: record.name, sinceMs: options.now() });
          recentTools.push(record.name);
          if (recentTools.length > RECENT_TOOLS) recentTools.shift();
          options.onTool("start", record.name);
          break;
        case "tool_end": {
          const key = record.id ?? record.name ?? "";
          const name = record.name ?? open.get(key)?.name ?? key;
          open.delete(key);
          options.onTool("end", name);
          break;
        }
        case "tokens":
          tokens = { input: record.input, output: record.output };
          options.onTokens(record.input, record.output);
          break;
        case "limit":
          recorded = { notice: record.notice, at: seen.count };
          break;
        case "result":
          result = { isError: record.isError, words: record.words };
          break;
      }
    }
  };

  const banner = (stream: "stdout" | "stderr"): LimitNotice | null => {
    const lines = last[stream].filter((heard) => heard.at > seen.signalAt).map((heard) => heard.text);
    return lines.length === 0 ? null : findBanner(lines, options.agentId, options.now());
  };

  return {
    line(stream, text, cut) {
      seen.count += 1;
      seen.lastActivityMs = options.now();
      tails[stream].line(text);
      last[stream].push({ at: seen.count, text });
      if (last[stream].length > BANNER_LINES) last[stream].shift();
      hear(options.dialect.read(stream, text, cut));
    },
    close: () => hear(options.dialect.end()),
    get currentTool() {
      return [...open.values()].at(-1) ?? null;
    },
    get tokens() {
      return tokens;
    },
    get result() {
      return result;
    },
    get lastActivityMs() {
      return seen.lastActivityMs;
    },
    recentTools,
    signal: () => scan.signal(),
    limit() {
      if (recorded !== null) return { notice: recorded.notice, afterSignal: recorded.at > seen.signalAt };
      const plain = !options.dialect.structured && scan.signal().kind === "none";
      const notice = banner("stderr") ?? (plain ? banner("stdout") : null);
      return notice === null ? null : { notice, afterSignal: true };
    },
    tails: () => ({ stdoutTail: tails.stdout.text(), stderrTail: tails.stderr.text() }),
  };
}
