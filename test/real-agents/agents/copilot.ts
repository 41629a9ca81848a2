import { join } from "node:path";
import { agentsCache } from "../agent-programs.ts";
import { MADE_UP_KEY, type RealAgent } from "../real-agent.ts";

/** Copilot CLI with a model provider of its user's, and so without a login. It tells a limit of the plan from one of the minute no more than its provider does. */
export const copilot: RealAgent = {
  name: "copilot",
  provider: "copilot",
  command: "copilot",
  model: "fake-model",
  modelAsked: "fake-model",
  tools: { write: "create" },
  tokens: null,
  words: {
    unauthorized: /Authentication failed/i,
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
  ],
  env: (url, home) => ({
    COPILOT_HOME: `${home}/.copilot`,
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_PROVIDER_API_KEY: MADE_UP_KEY,
    COPILOT_OFFLINE: "true",
    // It unpacks 235 MB there when they are missing.
    XDG_CACHE_HOME: join(agentsCache(), "unpacked"),
  }),
  files: () => ({}),
};
