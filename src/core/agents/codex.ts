import { CODEX_SANDBOXES } from "#contracts/agent-ids";
import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createCodexDialect } from "#core/agents/dialects/codex-jsonl";
import type { KnownFailure } from "#core/agents/failure";
import type { LimitBanner } from "#core/agents/limit-banners";

const LIMITS: readonly LimitBanner[] = [
  { pattern: /^You've hit your usage limit(?: for [^.]*(?:\.\d[^.]*)*)?\.(?: .*)?$/, window: "distance" },
  { pattern: /^exceeded retry limit, last status: 429\b/, window: "minute" },
];

const FAILURES: readonly KnownFailure[] = [
  {
    pattern:
      /^(?:Not logged in\b|Missing environment variable: |unexpected status 401\b|Your access token could not be refreshed\b|Your authentication session could not be refreshed\b)/,
    kind: "not-logged-in",
  },
  {
    pattern: /^unexpected status 4\d\d .{0,1000}\bmodel\b.{0,1000}\b(?:not exist|not found|not supported)/i,
    kind: "unknown-model",
  },
  { pattern: /^(?:unexpected status 403\b|Not inside a trusted directory\b)/, kind: "refused" },
  {
    pattern:
      /^(?:Quota exceeded\b|To use Codex with your ChatGPT plan\b|Your workspace is out of credits\b|You hit your spend cap\b)/,
    kind: "no-credit",
  },
  { pattern: /^Selected model is at capacity\b/, kind: "overloaded" },
  { pattern: /^(?:We're currently experiencing high demand\b|unexpected status 5\d\d\b)/, kind: "server" },
  { pattern: /^stream disconnected before completion\b/, kind: "network" },
];

/** Codex; the closing dash says that the prompt comes on stdin. */
export const codex: AgentPreset = {
  id: "codex",
  displayName: "Codex",
  binary: "codex",
  installCommand: "npm i -g @openai/codex",
  acceptsTierAliases: false,
  invocation({ model, config, source }) {
    const read = createConfigReader("codex", config, source);
    const sandbox = read.choice("sandbox", CODEX_SANDBOXES);
    return {
      binary: read.text("binary") ?? "codex",
      args: [
        "exec",
        "--json",
        ...(sandbox === "bypass" ? ["--dangerously-bypass-approvals-and-sandbox"] : ["-s", sandbox]),
        "--skip-git-repo-check",
        "--ephemeral",
        "--disable",
        "plugins",
        "--disable",
        "apps",
        "-c",
        "check_for_update_on_startup=false",
        "-c",
        "analytics.enabled=false",
        ...(model === null ? [] : ["-m", model]),
        ...read.texts("extraArgs"),
        "-",
      ],
      env: { ...read.variables("env") },
      promptDelivery: "stdin",
    };
  },
  dialect: createCodexDialect,
  limits: LIMITS,
  failures: FAILURES,
};
