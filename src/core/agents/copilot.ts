import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createCopilotDialect } from "#core/agents/dialects/copilot-json";
import type { KnownFailure } from "#core/agents/failure";
import type { LimitBanner } from "#core/agents/limit-banners";

const LIMITS: readonly LimitBanner[] = [
  { pattern: /^429 The usage limit has been reached\b/, window: "unknown" },
  { pattern: /^Sorry, you've hit a rate limit that restricts\b/, window: "distance" },
  {
    pattern: /^Failed to get response from the AI model; retried \d+ times.*Last error: 429\b/,
    window: "unknown",
  },
  { pattern: /^429 (?:Rate limit reached\b|Too Many Requests\b)/, window: "minute" },
];

/** What follows the code is a sentence: "500 files changed" is no failure. */
const FAILURES: readonly KnownFailure[] = [
  {
    pattern: /^(?:429 You exceeded your current quota\b|402 [A-Z{]|Quota exceeded\. Upgrade\b)/,
    kind: "no-credit",
  },
  { pattern: /^(?:Authentication failed with provider at .*\(HTTP 403\)|403 [A-Z{])/, kind: "refused" },
  {
    pattern: /^(?:No authentication information found\b|Authentication failed\b|401 [A-Z{])/,
    kind: "not-logged-in",
  },
  { pattern: /^Model .* (?:not found on provider|is not available)\b/, kind: "unknown-model" },
  { pattern: /^503 [A-Z{]|\bLast error: 503\b/, kind: "overloaded" },
  { pattern: /^5\d\d [A-Z{]|\bLast error: 5\d\d\b/, kind: "server" },
  { pattern: /\bLast error: .*\b(?:error sending request|connection closed|ECONN\w+)/, kind: "network" },
];

/** GitHub Copilot CLI; its stream of single tokens is left off: nothing in it is counted. */
export const copilot: AgentPreset = {
  id: "copilot",
  displayName: "GitHub Copilot",
  binary: "copilot",
  installCommand: "npm i -g @github/copilot",
  acceptsTierAliases: false,
  invocation({ model, config, source }) {
    const read = createConfigReader("copilot", config, source);
    return {
      binary: read.text("binary") ?? "copilot",
      args: [
        "--output-format",
        "json",
        "--stream",
        "off",
        "--allow-all",
        "--no-ask-user",
        "--no-auto-update",
        "--disable-client-telemetry",
        "--disable-builtin-mcps",
        "--no-color",
        ...(model === null ? [] : ["--model", model]),
        ...read.texts("extraArgs"),
      ],
      env: { ...read.variables("env") },
      promptDelivery: "stdin",
    };
  },
  dialect: createCopilotDialect,
  limits: LIMITS,
  failures: FAILURES,
};
