import { minutesAhead } from "../prove-limits.ts";
import { MADE_UP_KEY, type RealAgent } from "../real-agent.ts";

/** Codex with a model provider of its user's; it says when a limit ends to the minute, by the machine's clock. */
export const codex: RealAgent = {
  name: "codex",
  provider: "codex",
  command: "codex",
  model: "gpt-5-codex",
  modelAsked: "gpt-5-codex",
  // It offers no tool for files to such a provider's model: the server writes through its shell.
  tools: { write: "command_execution" },
  tokens: [2000, 100],
  words: {
    unauthorized: /401 Unauthorized/,
    server: /high demand/,
    overloaded: /at capacity/,
  },
  limits: () => [
    {
      scenario: "limit-5h",
      fault: { kind: "plan_limit", resetsAt: minutesAhead(180) },
      end: "sleeps",
      until: "stated",
    },
    {
      scenario: "limit-7d",
      fault: { kind: "plan_limit", window: "7d", resetsAt: minutesAhead(3 * 24 * 60) },
      end: "halts",
      until: "stated",
    },
    {
      scenario: "limit-minute",
      fault: { kind: "rate_limit" },
      end: "waits",
      until: { minutes: 1 },
    },
  ],
  env: (_url, home) => ({ CODEX_HOME: `${home}/.codex`, MADE_UP_KEY }),
  files: (url) => ({
    ".codex/config.toml": `
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "MADE_UP_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`,
  }),
};
