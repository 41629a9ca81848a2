import * as z from "zod";
import { THEMES } from "#contracts/project-rules";
import { fileObject, nonEmpty, settings, type Data } from "#contracts/schema/fields";

/** `~/.tool/config.json` as stored; an absent field has its default on use (spec: ToolConfig). */
export const toolConfigSchema = fileObject({
  rootDirectory: nonEmpty.optional(),
  port: z.int().min(1).max(65_535).optional(),
  theme: z.enum(THEMES).optional(),
  defaultProvider: z.string().optional(),
  providers: z.record(z.string(), settings).optional(),
});
export type ToolConfig = Data<typeof toolConfigSchema>;

/** The config with its defaults, as the service answers it. */
export const resolvedConfigSchema = toolConfigSchema.required({ port: true, theme: true });
export type ResolvedToolConfig = Data<typeof resolvedConfigSchema>;
