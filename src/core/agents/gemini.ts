import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createTextDialect } from "#core/agents/dialects/text";

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
        ...read.texts("extraArgs"),
      ],
      env: { GEMINI_CLI_NO_RELAUNCH: "1", ...read.variables("env") },
      promptDelivery: "stdin",
    };
  },
  dialect: createTextDialect,
};
