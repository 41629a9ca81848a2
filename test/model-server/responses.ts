import { readField, readList, readText } from "#core/agents/read-field";
import { openaiFault } from "./openai-fault.ts";
import { INPUT_TOKENS, nextId, OUTPUT_TOKENS, type Answer, type SseEvent, type Wire } from "./wire.ts";

/** OpenAI's Responses. */
export const responses: Wire = {
  path: /\/responses$/,
  offeredTools: (body) =>
    readList(body, "tools").map((tool) => ({
      name: readText(tool, "name") ?? readText(tool, "type") ?? "",
      parameters: (readField(tool, "parameters", "properties") ?? {}) as Record<string, unknown>,
      required: readList(tool, "parameters", "required") as string[],
    })),
  isStreamed: (_path, body) => readField(body, "stream") === true,
  whole: (answer, model) => completed(opening(model), outputOf(answer)),
  stream(answer, model) {
    const base = opening(model);
    const output = outputOf(answer);
    return [
      { type: "response.created", response: { ...base, status: "in_progress", output: [] } },
      ...output.flatMap(itemEvents),
      { type: "response.completed", response: completed(base, output) },
    ].map((data, sequence_number): SseEvent => ({ name: data.type, data: { ...data, sequence_number } }));
  },
  fault: openaiFault,
};

type Item =
  | {
      readonly id: string;
      readonly type: "message";
      readonly role: "assistant";
      readonly content: readonly [{ type: "output_text"; text: string; annotations: [] }];
    }
  | {
      readonly id: string;
      readonly type: "function_call";
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
    };

const opening = (model: string): object => ({
  id: nextId("resp"),
  object: "response",
  created_at: Math.floor(Date.now() / 1000),
  model,
});

const completed = (base: object, output: readonly Item[]): object => ({
  ...base,
  status: "completed",
  output: output.map((item) => ({ ...item, status: "completed" })),
  usage: {
    input_tokens: INPUT_TOKENS,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: OUTPUT_TOKENS,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: INPUT_TOKENS + OUTPUT_TOKENS,
  },
});

function outputOf({ text, call }: Answer): Item[] {
  const said: Item[] =
    text === null
      ? []
      : [
          {
            id: nextId("msg"),
            type: "message",
            role: "assistant",
            content: [{ type: "output_text", text, annotations: [] }],
          },
        ];
  if (call === null) return said;
  const args = JSON.stringify(call.args);
  return [
    ...said,
    { id: nextId("fc"), type: "function_call", call_id: nextId("call"), name: call.name, arguments: args },
  ];
}

interface Event {
  readonly type: string;
  readonly [key: string]: unknown;
}

function itemEvents(item: Item, output_index: number): Event[] {
  const at = { item_id: item.id, output_index };
  const isMessage = item.type === "message";
  const empty = isMessage ? { content: [] } : { arguments: "" };
  return [
    {
      type: "response.output_item.added",
      output_index,
      item: { ...item, ...empty, status: "in_progress" },
    },
    ...(isMessage ? textEvents(item.content[0], at) : argumentEvents(item.arguments, at)),
    { type: "response.output_item.done", output_index, item: { ...item, status: "completed" } },
  ];
}

function textEvents(part: { readonly text: string }, at: object): Event[] {
  const where = { ...at, content_index: 0 };
  return [
    { type: "response.content_part.added", ...where, part: { ...part, text: "" } },
    { type: "response.output_text.delta", ...where, delta: part.text },
    { type: "response.output_text.done", ...where, text: part.text },
    { type: "response.content_part.done", ...where, part },
  ];
}

const argumentEvents = (args: string, at: object): Event[] => [
  { type: "response.function_call_arguments.delta", ...at, delta: args },
  { type: "response.function_call_arguments.done", ...at, arguments: args },
];
