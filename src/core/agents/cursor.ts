import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createCursorDialect } from "#core/agents/dialects/cursor-stream-json";
import type { KnownFailure } from "#core/agents/failure";
import type { LimitBanner } from "#core/agents/limit-banners";
import { promptArgument } from "#core/agents/prompt-argument";

/** As its users report them; it says no time of its own. */
const LIMITS: readonly LimitBanner[] = [{ pattern: /^You've hit your usage limit\.?$/, window: "unknown" }];

const FAILURES: readonly KnownFailure[] = [
  {
    pattern: /^(?:Authentication required\b|Not logged in\b|\[unauthenticated\])/i,
    kind: "not-logged-in",
  },
  { pattern: /^Cannot use this model\b/, kind: "unknown-model" },
  { pattern: /\bWorkspace Trust Required\b/, kind: "refused" },
];

/** Cursor Agent; its documentation knows the prompt as an argument alone. */
export const cursor: AgentPreset = {
  id: "cursor",
  displayName: "Cursor Agent",
  binary: "cursor-agent",
  installCommand: null,
  acceptsTierAliases: false,
  invocation({ model, config, prompt, promptFile, source }) {
    const read = createConfigReader("cursor", config, source);
    const { arg, ...delivery } = promptArgument(prompt, promptFile);
    return {
      binary: read.text("binary") ?? "cursor-agent",
      args: [
        "-p",
        "--force",
        "--trust",
        "--output-format",
        "stream-json",
        ...(model === null ? [] : ["--model", model]),
        ...read.texts("extraArgs"),
        arg,
      ],
      env: { ...read.variables("env") },
      ...delivery,
    };
  },
  dialect: createCursorDialect,
  limits: LIMITS,
  failures: FAILURES,
};
