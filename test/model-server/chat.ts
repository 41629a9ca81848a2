import { readField, readList, readText } from "#core/agents/read-field";
import { openaiFault } from "./openai-fault.ts";
import { INPUT_TOKENS, nextId, OUTPUT_TOKENS, type Answer, type SseEvent, type Wire } from "./wire.ts";

/** OpenAI's Chat Completions, which most others speak, too. */
export const chat: Wire = {
  path: /\/chat\/completions$/,
  offeredTools: (body) =>
    readList(body, "tools").map((tool) => ({
      name: readText(tool, "function", "name") ?? "",
      parameters: (readField(tool, "function", "parameters", "properties") ?? {}) as Record<string, unknown>,
      required: readList(tool, "function", "parameters", "required") as string[],
    })),
  isStreamed: (_path, body) => readField(body, "stream") === true,
  whole: (answer, model) => ({
    ...opening(model),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: answer.text, ...toolCalls(answer) },
        finish_reason: finishReason(answer),
      },
    ],
    usage: USAGE,
  }),
  stream(answer, model) {
    const base = { ...opening(model), object: "chat.completion.chunk" };
    const chunk = (delta: object, finish_reason: string | null = null): SseEvent => ({
      name: null,
      data: { ...base, choices: [{ index: 0, delta, finish_reason }] },
    });
    return [
      chunk({ role: "assistant", content: "" }),
      ...(answer.text === null ? [] : [chunk({ content: answer.text })]),
      ...(answer.call === null ? [] : [chunk(toolCalls(answer))]),
      chunk({}, finishReason(answer)),
      { name: null, data: { ...base, choices: [], usage: USAGE } },
      { name: null, data: "[DONE]" },
    ];
  },
  fault: openaiFault,
};

const USAGE = {
  prompt_tokens: INPUT_TOKENS,
  completion_tokens: OUTPUT_TOKENS,
  total_tokens: INPUT_TOKENS + OUTPUT_TOKENS,
} as const;

const opening = (model: string): object => ({
  id: nextId("chatcmpl"),
  created: Math.floor(Date.now() / 1000),
  model,
});

const finishReason = ({ call }: Answer): string => (call === null ? "stop" : "tool_calls");

function toolCalls({ call }: Answer): object {
  if (call === null) return {};
  const made = { name: call.name, arguments: JSON.stringify(call.args) };
  return { tool_calls: [{ index: 0, id: nextId("call"), type: "function", function: made }] };
}
