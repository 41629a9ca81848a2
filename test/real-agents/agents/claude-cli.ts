import { minutesAhead } from "../prove-limits.ts";
import type { RealAgent } from "../real-agent.ts";

/** Claude Code with a plan: an API key knows no limits of five hours and seven days. */
export const claudeCli: RealAgent = {
  name: "claude-cli",
  provider: "claude-cli",
  command: "claude",
  model: "sonnet",
  modelAsked: "claude-sonnet-5",
  tools: { write: "Write" },
  tokens: [2000, 100],
  words: {
    unauthorized: /Please run \/login|authentication/,
    server: /API Error: 500/,
    overloaded: /API Error: 529/,
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
  env: (url) => ({
    ANTHROPIC_BASE_URL: url,
    CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-made-up",
    CLAUDE_CODE_MAX_RETRIES: "1",
    // It refuses to work for root without prompts, unless told that it is in a sandbox.
    ...(process.getuid?.() === 0 ? { IS_SANDBOX: "1" } : {}),
  }),
  files: () => ({}),
};
