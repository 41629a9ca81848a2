import * as z from "zod";
import { CODEX_SANDBOXES, OUTPUT_FORMATS, PROMPT_DELIVERIES } from "#contracts/agent-ids";
import { fileObject, nonEmpty, variables, type Data } from "#contracts/schema/fields";

/** Settings of a built-in agent; `sandbox` is codex's alone. */
export const presetConfigSchema = fileObject({
  binary: nonEmpty.optional(),
  extraArgs: z.array(z.string()).optional(),
  env: variables.optional(),
  sandbox: z.enum(CODEX_SANDBOXES).optional(),
});
export type PresetConfig = Data<typeof presetConfigSchema>;

/** Settings of generic-cli; without a modelFlag the model is never sent. */
export const genericCliConfigSchema = fileObject({
  binary: nonEmpty,
  args: z.array(z.string()).optional(),
  promptDelivery: z.enum(PROMPT_DELIVERIES).optional(),
  nonInteractive: z.array(z.string()).optional(),
  modelFlag: nonEmpty.optional(),
  env: variables.optional(),
  displayName: nonEmpty.optional(),
  outputFormat: z.enum(OUTPUT_FORMATS).optional(),
});
export type GenericCliConfig = Data<typeof genericCliConfigSchema>;
