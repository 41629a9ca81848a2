import type { AgentRecord, Dialect, LimitNotice } from "#core/agents/agent-record";
import { findBanner } from "#core/agents/limit-banners";
import { createSignalScan, type Signal } from "#core/agents/signal-scan";
import type { AgentId } from "#contracts/agent-ids";
import { createLastLines } from "#engine/loop/last-lines";
import { createToolCalls, type ToolCalls } from "#engine/loop/tool-calls";

export interface ReaderOptions {
  readonly dialect: Dialect;
  readonly agentId: AgentId;
  readonly now: () => number;
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
  tails(): { stdoutTail: string; stderrTail: string };
}

export interface Heard {
  lines: number;
  /** The number of the line that brought the last signal, -1 before. */
  signalAt: number;
  lastActivityMs: number;
  tokens: { readonly input: number; readonly output: number } | null;
  result: { readonly isError: boolean; readonly words: string | null } | null;
  limit: { notice: LimitNotice; at: number } | null;
}

const NOTHING_HEARD = { lines: 0, signalAt: -1, tokens: null, result: null, limit: null };

export function createSessionReader(options: ReaderOptions): SessionReader {
  const { dialect, agentId, now } = options;
  const scan = createSignalScan();
  const tools = createToolCalls();
  const last = { stdout: createLastLines(), stderr: createLastLines() };
  const heard: Heard = { ...NOTHING_HEARD, lastActivityMs: now() };
  const hear = (record: AgentRecord): void => {
    switch (record.type) {
      case "text": {
        const before = scan.signal();
        scan.text(record.text);
        if (scan.signal() !== before) heard.signalAt = heard.lines;
        return;
      }
      case "tool_start":
        tools.start(record.id, record.name, now());
        return options.onTool("start", record.name);
      case "tool_end":
        return options.onTool("end", tools.end(record.id, record.name));
      case "tokens":
        heard.tokens = { input: record.input, output: record.output };
        return options.onTokens(record.input, record.output);
      case "limit":
        heard.limit = { notice: record.notice, at: heard.lines };
        return;
      case "result":
        heard.result = { isError: record.isError, words: record.words };
    }
  };
  const limit = (): HeardLimit | null => {
    if (heard.limit !== null) {
      return { notice: heard.limit.notice, afterSignal: heard.limit.at > heard.signalAt };
    }
    const failed = heard.result?.isError === true ? (heard.result.words ?? "") : "";
    const told = failed === "" ? null : findBanner(failed.split("\n"), agentId, now());
    if (told !== null) return { notice: told, afterSignal: true };
    const plain = !dialect.structured && scan.signal().kind === "none";
    const notice =
      last.stderr.bannerAfter(heard.signalAt, agentId, now()) ??
      (plain ? last.stdout.bannerAfter(heard.signalAt, agentId, now()) : null);
    return notice === null ? null : { notice, afterSignal: true };
  };
  return {
    line(stream, text, cut) {
      heard.lines += 1;
      heard.lastActivityMs = now();
      last[stream].push(heard.lines, text);
      dialect.read(stream, text, cut).forEach(hear);
    },
    close: () => dialect.end().forEach(hear),
    tools,
    heard,
    signal: () => scan.signal(),
    limit,
    tails: () => ({ stdoutTail: last.stdout.tail(), stderrTail: last.stderr.tail() }),
  };
}
