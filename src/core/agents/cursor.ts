import type { AgentPreset } from "#core/agents/agent-preset";
import { createConfigReader } from "#core/agents/config-reader";
import { createTextDialect } from "#core/agents/dialects/text";
import { promptArgument } from "#core/agents/prompt-argument";

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
        "--output-format",
        "text",
        ...(model === null ? [] : ["--model", model]),
        ...read.texts("extraArgs"),
        arg,
      ],
      env: { ...read.variables("env") },
      ...delivery,
    };
  },
  dialect: createTextDialect,
};
