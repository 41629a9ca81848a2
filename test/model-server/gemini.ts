import { readField, readList, readText } from "#core/agents/read-field";
import type { Fault } from "./step.ts";
import { INPUT_TOKENS, nextId, NO_RETRY, OUTPUT_TOKENS, resetOf, type Answer, type Wire } from "./wire.ts";

/** Google's Gemini; its stream's events are whole answers. */
export const gemini: Wire = {
  path: /:(?:streamGenerateContent|generateContent)$/,
  offeredTools: (body) =>
    readList(body, "tools")
      .flatMap((tool) => readList(tool, "functionDeclarations"))
      .map((tool) => {
        const schema = readField(tool, "parametersJsonSchema") ?? readField(tool, "parameters");
        return {
          name: readText(tool, "name") ?? "",
          parameters: (readField(schema, "properties") ?? {}) as Record<string, unknown>,
          required: readList(schema, "required") as string[],
        };
      }),
  isStreamed: (path) => path.endsWith(":streamGenerateContent"),
  whole: content,
  stream: (answer, model) => [{ name: null, data: content(answer, model) }],
  fault(fault) {
    const [code, status, message] = FAULTS[fault.kind];
    return {
      status: code,
      headers: NO_RETRY,
      body: { error: { code, message, status, details: detailsOf(fault) } },
    };
  },
};

function content({ text, call }: Answer, model: string): object {
  const parts = [
    ...(text === null ? [] : [{ text }]),
    ...(call === null ? [] : [{ functionCall: { name: call.name, args: call.args } }]),
  ];
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
    modelVersion: model,
    responseId: nextId("resp"),
    usageMetadata: {
      promptTokenCount: INPUT_TOKENS,
      candidatesTokenCount: OUTPUT_TOKENS,
      totalTokenCount: INPUT_TOKENS + OUTPUT_TOKENS,
    },
  };
}

const FAULTS: Readonly<Record<Fault["kind"], readonly [number, string, string]>> = {
  plan_limit: [429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan."],
  rate_limit: [429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."],
  overloaded: [503, "UNAVAILABLE", "The model is overloaded. Please try again later."],
  server: [500, "INTERNAL", "An internal error has occurred."],
  unauthorized: [400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."],
  no_credit: [403, "PERMISSION_DENIED", "Billing is disabled for this project."],
};

const GOOGLE = "type.googleapis.com/google.rpc";

function detailsOf(fault: Fault): object[] {
  switch (fault.kind) {
    case "plan_limit": {
      const seconds = resetOf(fault) - Math.floor(Date.now() / 1000);
      return [
        { "@type": `${GOOGLE}.QuotaFailure`, violations: [DAILY_QUOTA] },
        { "@type": `${GOOGLE}.RetryInfo`, retryDelay: `${seconds}s` },
      ];
    }
    case "rate_limit":
      return [{ "@type": `${GOOGLE}.RetryInfo`, retryDelay: "90s" }];
    case "unauthorized":
      return [{ "@type": `${GOOGLE}.ErrorInfo`, reason: "API_KEY_INVALID", domain: "googleapis.com" }];
    case "overloaded":
    case "server":
    case "no_credit":
      return [];
  }
}

const DAILY_QUOTA = {
  quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests",
  quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
  quotaDimensions: { location: "global", model: "gemini-2.5-pro" },
  quotaValue: "50",
};
