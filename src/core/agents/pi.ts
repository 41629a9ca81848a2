import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createPiDialect } from "#core/agents/dialects/pi-json";
import type { KnownFailure } from "#core/agents/failure";
import type { LimitBanner } from "#core/agents/limit-banners";

const LIMITS: readonly LimitBanner[] = [
  { pattern: /^429 The usage limit has been reached\b/, window: "unknown" },
  { pattern: /^Codex error: \{.*"usage_limit_reached"/, window: "distance" },
  { pattern: /^You have hit your ChatGPT usage limit\b/, window: "distance" },
  {
    pattern: /^429 (?:Rate limit reached\b|Too Many Requests\b|status code\b|\{.*"rate_limit_error")/,
    window: "minute",
  },
];

/** What follows the code is a sentence or JSON: "500 files changed" is no failure. */
const FAILURES: readonly KnownFailure[] = [
  {
    pattern: /^(?:4\d\d (?:You exceeded your current quota\b|.*\bcredit balance is too low\b)|402 [A-Z{])/,
    kind: "no-credit",
  },
  { pattern: /^(?:401 (?:[A-Z{]|status code)|No API key\b)/, kind: "not-logged-in" },
  { pattern: /^(?:404 .*\bmodel\b|Model ".*" not found\b)/i, kind: "unknown-model" },
  { pattern: /^403 (?:[A-Z{]|status code)/, kind: "refused" },
  { pattern: /^(?:503|529) (?:[A-Z{]|status code)/, kind: "overloaded" },
  { pattern: /^5\d\d (?:[A-Z{]|status code)/, kind: "server" },
  { pattern: /^(?:Connection error\.|terminated$|fetch failed$|Request timed out\.)/, kind: "network" },
];

/** pi; it has no permission prompts that would have to be switched off. */
export const pi: AgentPreset = {
  id: "pi",
  displayName: "pi",
  binary: "pi",
  installCommand: null,
  acceptsTierAliases: false,
  invocation({ model, config, source }) {
    const read = createConfigReader("pi", config, source);
    return {
      binary: read.text("binary") ?? "pi",
      args: [
        "-p",
        "--mode",
        "json",
        "--no-session",
        ...(model === null ? [] : ["--model", model]),
        ...read.texts("extraArgs"),
      ],
      env: { PI_SKIP_VERSION_CHECK: "1", PI_TELEMETRY: "0", ...read.variables("env") },
      promptDelivery: "stdin",
    };
  },
  dialect: createPiDialect,
  limits: LIMITS,
  failures: FAILURES,
};
