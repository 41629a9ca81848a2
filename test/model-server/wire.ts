import type { Fault } from "./step.ts";

/** A tool that a request offers to the model. */
export interface OfferedTool {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the model answers, before it is put into a vendor's shape. */
export interface Answer {
  readonly text: string | null;
  readonly call: ToolCall | null;
}

/** Reported of every answer, so that a test knows what to expect. */
export const INPUT_TOKENS = 1000;
export const OUTPUT_TOKENS = 50;

export interface SseEvent {
  /** Null where the vendor's stream has no event lines. */
  readonly name: string | null;
  /** A text is sent as it is. */
  readonly data: unknown;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One vendor's interface: the same answer and the same faults in its own shape. */
export interface Wire {
  /** Of the path, without its query. */
  readonly path: RegExp;
  offeredTools(body: unknown): OfferedTool[];
  isStreamed(path: string, body: unknown): boolean;
  whole(answer: Answer, model: string): unknown;
  stream(answer: Answer, model: string): SseEvent[];
  fault(fault: Fault): HttpAnswer;
}

/** Keeps the programs' own retries short, or off. */
export const NO_RETRY = { "retry-after-ms": "10", "retry-after": "0", "x-should-retry": "false" } as const;

let lastId = 0;

export const nextId = (prefix: string): string => `${prefix}_${String((lastId += 1)).padStart(6, "0")}`;

/** An hour ahead where the fault doesn't say. */
export const resetOf = (fault: Fault): number => fault.resetsAt ?? Math.floor(Date.now() / 1000) + 3600;
