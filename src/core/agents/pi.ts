import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createTextDialect } from "#core/agents/dialects/text";

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
      args: ["-p", "--no-session", ...(model === null ? [] : ["--model", model]), ...read.texts("extraArgs")],
      env: { ...read.variables("env") },
      promptDelivery: "stdin",
    };
  },
  dialect: createTextDialect,
};
