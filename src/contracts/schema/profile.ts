import * as z from "zod";
import { fileObject, type Data } from "#contracts/schema/fields";

/** Shell lines; null where the project has none or switched it off. */
export const profileCommandsSchema = fileObject({
  test: z.string().nullable(),
  typecheck: z.string().nullable(),
  lint: z.string().nullable(),
  build: z.string().nullable(),
  format: z.string().nullable(),
});
export type ProfileCommands = Data<typeof profileCommandsSchema>;

/** A project's tech stack; `verify` joins the commands that are there (spec: Marker file). */
export const projectProfileSchema = fileObject({
  stack: z.string(),
  packageManager: z.string().nullable(),
  monorepo: z.boolean(),
  commands: profileCommandsSchema,
  verify: z.string(),
});
export type ProjectProfile = Data<typeof projectProfileSchema>;
