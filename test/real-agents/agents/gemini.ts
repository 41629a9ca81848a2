import { minutesAhead } from "../prove-limits.ts";
import { MADE_UP_KEY, type RealAgent } from "../real-agent.ts";

/** Gemini CLI with an API key, which its settings must name as the way to log in. */
export const gemini: RealAgent = {
  name: "gemini",
  provider: "gemini",
  command: "gemini",
  model: "gemini-2.5-pro",
  modelAsked: "gemini-2.5-pro",
  tools: { write: "write_file" },
  tokens: [2000, 100],
  words: {
    unauthorized: /API key not valid/,
    server: /internal error/i,
    overloaded: /overloaded/,
  },
  limits: () => [
    {
      scenario: "limit-day",
      fault: { kind: "plan_limit", resetsAt: minutesAhead(180) },
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
  env: (url) => ({ GEMINI_API_KEY: MADE_UP_KEY, GOOGLE_GEMINI_BASE_URL: url }),
  files: () => ({
    ".gemini/settings.json": JSON.stringify({
      security: { auth: { selectedType: "gemini-api-key" } },
      general: { maxAttempts: 1 },
      privacy: { usageStatisticsEnabled: false },
    }),
  }),
};
