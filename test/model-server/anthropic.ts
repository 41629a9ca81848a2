import { readField, readList, readText } from "#core/agents/read-field";
import type { Fault } from "./step.ts";
import {
  INPUT_TOKENS,
  NO_RETRY,
  nextId,
  OUTPUT_TOKENS,
  resetOf,
  type Answer,
  type SseEvent,
  type Wire,
} from "./wire.ts";

/** Anthropic's Messages. */
export const anthropic: Wire = {
  path: /\/messages$/,
  offeredTools: (body) =>
    readList(body, "tools").map((tool) => ({
      name: readText(tool, "name") ?? "",
      parameters: (readField(tool, "input_schema", "properties") ?? {}) as Record<string, unknown>,
      required: readList(tool, "input_schema", "required") as string[],
    })),
  isStreamed: (_path, body) => readField(body, "stream") === true,
  whole: (answer, model) => ({
    ...opening(model),
    content: contentOf(answer),
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: { ...INPUT_USAGE, output_tokens: OUTPUT_TOKENS },
  }),
  stream(answer, model) {
    const blocks = contentOf(answer).flatMap(blockEvents);
    return [
      {
        type: "message_start",
        message: {
          ...opening(model),
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...INPUT_USAGE, output_tokens: 1 },
        },
      },
      ...blocks,
      {
        type: "message_delta",
        delta: { stop_reason: stopReason(answer), stop_sequence: null },
        usage: { output_tokens: OUTPUT_TOKENS },
      },
      { type: "message_stop" },
    ].map((data): SseEvent => ({ name: data.type, data }));
  },
  fault(fault) {
    const [status, type, message] = FAULTS[fault.kind];
    const id = nextId("req");
    const headers = fault.kind === "plan_limit" ? planHeaders(fault) : NO_RETRY;
    return {
      status,
      headers: { "request-id": id, ...headers },
      body: { type: "error", error: { type, message }, request_id: id },
    };
  },
};

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

const INPUT_USAGE = {
  input_tokens: INPUT_TOKENS,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
} as const;

const opening = (model: string): object => ({ id: nextId("msg"), type: "message", role: "assistant", model });

const stopReason = ({ call }: Answer): string => (call === null ? "end_turn" : "tool_use");

const contentOf = ({ text, call }: Answer): Block[] => [
  ...(text === null ? [] : [{ type: "text" as const, text }]),
  ...(call === null
    ? []
    : [{ type: "tool_use" as const, id: nextId("toolu"), name: call.name, input: call.args }]),
];

function blockEvents(block: Block, index: number): ({ type: string } & Record<string, unknown>)[] {
  const isText = block.type === "text";
  return [
    {
      type: "content_block_start",
      index,
      content_block: isText ? { type: "text", text: "" } : { ...block, input: {} },
    },
    {
      type: "content_block_delta",
      index,
      delta: isText
        ? { type: "text_delta", text: block.text }
        : { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
    },
    { type: "content_block_stop", index },
  ];
}

const FAULTS: Readonly<Record<Fault["kind"], readonly [number, string, string]>> = {
  plan_limit: [429, "rate_limit_error", "This request would exceed your account's rate limit."],
  rate_limit: [429, "rate_limit_error", "Number of request tokens has exceeded your per-minute rate limit"],
  overloaded: [529, "overloaded_error", "Overloaded"],
  server: [500, "api_error", "Internal server error"],
  unauthorized: [401, "authentication_error", "invalid x-api-key"],
  no_credit: [400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."],
};

/** How a subscription's windows are told. */
function planHeaders(fault: Fault): Record<string, string> {
  const window = fault.window ?? "5h";
  const reset = String(resetOf(fault));
  const prefix = "anthropic-ratelimit-unified";
  return {
    [`${prefix}-status`]: "rejected",
    [`${prefix}-reset`]: reset,
    [`${prefix}-representative-claim`]: window === "7d" ? "seven_day" : "five_hour",
    [`${prefix}-${window}-status`]: "rejected",
    [`${prefix}-${window}-reset`]: reset,
    [`${prefix}-${window}-utilization`]: "1.0",
    [`${prefix}-fallback`]: "unavailable",
    [`${prefix}-overage-status`]: "rejected",
    [`${prefix}-overage-disabled-reason`]: "org_level_disabled",
    "x-should-retry": "false",
  };
}
