import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createClaudeStreamDialect } from "#core/agents/dialects/claude-stream-json";
import type { KnownFailure } from "#core/agents/failure";
import type { BannerWindow, LimitBanner } from "#core/agents/limit-banners";

const KINDS: Readonly<Record<string, BannerWindow>> = {
  session: "5h",
  "5-hour": "5h",
  weekly: "7d",
  opus: "7d",
  sonnet: "7d",
  "opus weekly": "7d",
  "sonnet weekly": "7d",
};

const LIMITS: readonly LimitBanner[] = [
  {
    pattern: /^You've (?:hit|reached) your (?:([\w-]+(?: weekly)?) )?limit(?: [·∙].*)?$/,
    window: KINDS,
  },
  { pattern: /^([\w-]+(?: weekly)?) limit reached [·∙] resets .*$/i, window: KINDS },
  { pattern: /^Claude AI usage limit reached\|\d{10,13}\b/, window: "distance" },
  { pattern: /^You're out of extra usage [·∙].*$/, window: "distance" },
  { pattern: /^API Error: Request rejected \(429\)/, window: "minute" },
  {
    pattern: /^API Error: Server is temporarily limiting requests \(not your usage limit\)/,
    window: "minute",
  },
];

const FAILURES: readonly KnownFailure[] = [
  { pattern: /^Failed to authenticate\. API Error: 403\b/, kind: "refused" },
  {
    pattern:
      /^(?:Not logged in\b|Invalid API key\b|OAuth token\b|Please run \/login\b|Failed to authenticate\b|API Error: 401\b)/,
    kind: "not-logged-in",
  },
  {
    pattern: /^Your (?:organization has disabled|account does not have access to) /,
    kind: "refused",
  },
  { pattern: /cannot be used with root\/sudo privileges/, kind: "refused" },
  { pattern: /^There's an issue with the selected model\b/, kind: "unknown-model" },
  {
    pattern: /^(?:Credit balance is too low\b|Your organization is out of usage credits\b)/,
    kind: "no-credit",
  },
  { pattern: /^API Error: (?:529|503)\b/, kind: "overloaded" },
  { pattern: /^API Error: 5\d\d\b/, kind: "server" },
  {
    pattern: /^(?:API Error: Unable to connect\b|Request timed out\b|API Error: Connection error\b)/,
    kind: "network",
  },
];

/** Claude Code. It refuses to run as root without prompts unless the user sets IS_SANDBOX=1. The partial messages bring live token counts, and a sign of life while a long answer is written. */
export const claudeCli: AgentPreset = {
  id: "claude-cli",
  displayName: "Claude Code",
  binary: "claude",
  installCommand: "npm i -g @anthropic-ai/claude-code",
  acceptsTierAliases: true,
  invocation({ model, config, source }) {
    const read = createConfigReader("claude-cli", config, source);
    return {
      binary: read.text("binary") ?? "claude",
      args: [
        "-p",
        "--output-format",
        "stream-json",
        "--verbose",
        "--include-partial-messages",
        ...(model === null ? [] : ["--model", model]),
        "--dangerously-skip-permissions",
        "--no-session-persistence",
        ...read.texts("extraArgs"),
      ],
      env: {
        DISABLE_AUTOUPDATER: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        ...read.variables("env"),
      },
      promptDelivery: "stdin",
    };
  },
  dialect: createClaudeStreamDialect,
  limits: LIMITS,
  failures: FAILURES,
};
