import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createTextDialect } from "#core/agents/dialects/text";

/** GitHub Copilot CLI; without --silent its tool lines would stand among its text. */
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
        "--silent",
        "--stream",
        "off",
        "--allow-all",
        "--no-ask-user",
        "--no-auto-update",
        "--disable-builtin-mcps",
        "--no-color",
        ...(model === null ? [] : ["--model", model]),
        ...read.texts("extraArgs"),
      ],
      env: { ...read.variables("env") },
      promptDelivery: "stdin",
    };
  },
  dialect: createTextDialect,
};
