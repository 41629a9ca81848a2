/** What an agent's output comes down to, whatever its dialect. */
export type AgentRecord =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_start"; readonly id: string | null; readonly name: string }
  | {
      readonly type: "tool_end";
      readonly id: string | null;
      readonly name: string | null;
      /** Null where the agent doesn't tell. */
      readonly ok: boolean | null;
    }
  /** Totals of the session so far, cached input included. */
  | { readonly type: "tokens"; readonly input: number; readonly output: number }
  | { readonly type: "limit"; readonly notice: LimitNotice }
  /** The end of a turn; `words` are the agent's own of an error. */
  | { readonly type: "result"; readonly isError: boolean; readonly words: string | null };

/** A usage limit as the agent told of it. */
export interface LimitNotice {
  /** `minute`: a rate that is free again by itself within minutes, no limit of the plan. */
  readonly window: "5h" | "7d" | "minute" | "unknown";
  readonly resetsAtMs: number | null;
  /** Percent, 0 to 100. */
  readonly utilization: number | null;
  readonly words: string;
}

/** Reads one session's output line by line. Never throws: what it can't make out it skips. */
export interface Dialect {
  /** `cut`: only the beginning of an overlong line. */
  read(stream: "stdout" | "stderr", line: string, cut: boolean): readonly AgentRecord[];
  /** What was still held back when the output ended. */
  end(): readonly AgentRecord[];
  /** Whether it tells errors and results apart from the agent's text. */
  readonly structured: boolean;
}
