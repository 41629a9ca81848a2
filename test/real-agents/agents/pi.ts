import { MADE_UP_KEY, type RealAgent } from "../real-agent.ts";

/** pi with a model provider of its user's. */
export const pi: RealAgent = {
  name: "pi",
  provider: "pi",
  command: "pi",
  model: "scripted/fake-model",
  modelAsked: "fake-model",
  tools: { write: "write" },
  tokens: [2000, 100],
  words: {
    unauthorized: /401 Incorrect API key/,
    server: /500/,
    overloaded: /503/,
  },
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
  env: (_url, home) => ({ PI_CODING_AGENT_DIR: `${home}/.pi/agent`, MADE_UP_KEY }),
  files: (url) => ({
    ".pi/agent/settings.json": JSON.stringify({ retry: { enabled: false } }),
    ".pi/agent/models.json": JSON.stringify({
      providers: {
        scripted: {
          baseUrl: `${url}/v1`,
          api: "openai-completions",
          apiKey: "MADE_UP_KEY",
          models: [
            {
              id: "fake-model",
              name: "Fake",
              reasoning: false,
              input: ["text"],
              cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              contextWindow: 200_000,
              maxTokens: 8000,
            },
          ],
        },
      },
    }),
  }),
};
