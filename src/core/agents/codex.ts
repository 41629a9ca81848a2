import { CODEX_SANDBOXES } from "#contracts/agent-ids";
import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createCodexDialect } from "#core/agents/dialects/codex-jsonl";

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
        ...(model === null ? [] : ["-m", model]),
        ...read.texts("extraArgs"),
        "-",
      ],
      env: { ...read.variables("env") },
      promptDelivery: "stdin",
    };
  },
  dialect: createCodexDialect,
};
