import { documentedRecipe } from "../documented-recipe.ts";
import { MADE_UP_KEY, type RealAgent } from "../real-agent.ts";

/** opencode by its documented recipe, with a model provider of its user's. */
export const opencode: RealAgent = {
  name: "opencode",
  provider: "generic-cli",
  providerConfig: documentedRecipe("opencode"),
  command: "opencode",
  model: "scripted/fake-model",
  modelAsked: "fake-model",
  tools: null,
  tokens: null,
  words: {
    unauthorized: /Incorrect API key/,
    server: /had an error while processing/,
  },
  // It looks for its plug-in package in the background, and does without.
  reaches: ["registry.npmjs.org:443"],
  limits: () => [
    {
      scenario: "limit",
      fault: { kind: "plan_limit" },
      end: "sleeps",
      until: { minutes: 15 },
    },
    {
      scenario: "limit-minute",
      fault: { kind: "rate_limit" },
      end: "waits",
      until: { minutes: 1.5 },
    },
  ],
  env: () => ({}),
  files: (url) => ({
    ".config/opencode/opencode.json": JSON.stringify({
      small_model: "scripted/fake-model",
      provider: {
        scripted: {
          npm: "@ai-sdk/openai-compatible",
          name: "Scripted",
          options: { baseURL: `${url}/v1`, apiKey: MADE_UP_KEY },
          models: {
            "fake-model": { name: "Fake", tool_call: true, limit: { context: 200_000, output: 8000 } },
          },
        },
      },
    }),
  }),
};
