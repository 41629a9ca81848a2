import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createGeminiDialect } from "#core/agents/dialects/gemini-stream-json";
import type { KnownFailure } from "#core/agents/failure";
import type { LimitBanner } from "#core/agents/limit-banners";

const LIMITS: readonly LimitBanner[] = [
  { pattern: /^You have exhausted your (?:daily quota|capacity) on this model\b/, window: "unknown" },
  { pattern: /^Resource has been exhausted \(e\.g\. check quota\)/, window: "minute" },
];

const FAILURES: readonly KnownFailure[] = [
  {
    pattern:
      /^(?:API key not valid\b|Invalid auth method selected\b|Please set an Auth method\b)|\bspecify the GEMINI_API_KEY\b|\(401 /,
    kind: "not-logged-in",
  },
  {
    pattern: /^(?:Requested entity was not found\b|models\/\S+ is not found\b)|\(404 NOT_FOUND\)/,
    kind: "unknown-model",
  },
  { pattern: /^Billing is disabled\b/, kind: "no-credit" },
  { pattern: /\bnot running in a trusted directory\b|\(403 PERMISSION_DENIED\)/, kind: "refused" },
  { pattern: /^The model is overloaded\b|\(503 /, kind: "overloaded" },
  { pattern: /\(5\d\d [A-Z_]+\)/, kind: "server" },
  { pattern: /^(?:terminated\]?$|exception TypeError: fetch failed\b|fetch failed\b)/, kind: "network" },
];

/** Gemini CLI; unless told not to, it relaunches itself under a parent that swallows signals. */
export const gemini: AgentPreset = {
  id: "gemini",
  displayName: "Gemini CLI",
  binary: "gemini",
  installCommand: "npm i -g @google/gemini-cli",
  acceptsTierAliases: false,
  invocation({ model, config, source }) {
    const read = createConfigReader("gemini", config, source);
    return {
      binary: read.text("binary") ?? "gemini",
      args: [
        ...(model === null ? [] : ["--model", model]),
        "--approval-mode",
        "yolo",
        "--skip-trust",
        "--output-format",
        "stream-json",
        ...read.texts("extraArgs"),
      ],
      env: {
        GEMINI_CLI_NO_RELAUNCH: "1",
        GEMINI_TELEMETRY_ENABLED: "false",
        ...read.variables("env"),
      },
      promptDelivery: "stdin",
    };
  },
  dialect: createGeminiDialect,
  limits: LIMITS,
  failures: FAILURES,
};
