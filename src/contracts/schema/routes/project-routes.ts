import * as z from "zod";
import { STACK_PRESETS } from "#contracts/project-rules";
import { count, nonEmpty, type Data } from "#contracts/schema/fields";
import { installationReportSchema, updatePlanSchema } from "#contracts/schema/install-report";
import { createItemInputSchema } from "#contracts/schema/item-input";
import { markerOptionsSchema } from "#contracts/schema/marker";
import { profileCommandsSchema, projectProfileSchema } from "#contracts/schema/profile";
import { discoveredProjectSchema, projectDetailSchema } from "#contracts/schema/project";
import {
  backlogRoot,
  data,
  nothing,
  projectParams,
  rootBody,
  rootQuery,
  type Route,
} from "#contracts/schema/routes/route";

/** Shell lines that replace detected ones; an empty one disables its command. */
const commandOverrides = z.strictObject({
  test: z.string().optional(),
  typecheck: z.string().optional(),
  lint: z.string().optional(),
  build: z.string().optional(),
  format: z.string().optional(),
});

const optionsInput = z.strictObject(markerOptionsSchema.shape);
const option = markerOptionsSchema.shape;

/** Null takes a stored option away. */
const optionsPatch = optionsInput.extend({
  maxIterations: option.maxIterations.nullable(),
  model: option.model.nullable(),
  provider: option.provider.nullable(),
  providerConfig: option.providerConfig.nullable(),
  childEnv: option.childEnv.nullable(),
});
const profileInput = z.strictObject({
  ...projectProfileSchema.partial().shape,
  commands: z.strictObject(profileCommandsSchema.partial().shape).optional(),
});

/** Body of an installation. */
export const installInputSchema = z.strictObject({
  profile: commandOverrides.optional(),
  options: optionsInput.optional(),
  projectName: nonEmpty.optional(),
});

/** Body of a new project; the path is that of its parent folder, inside the root directory. */
export const initInputSchema = z.strictObject({
  name: nonEmpty,
  path: nonEmpty.optional(),
  description: z.string().optional(),
  stack: z.enum(STACK_PRESETS).optional(),
  commands: commandOverrides.optional(),
  requirements: z.string().optional(),
  seedItems: z.array(createItemInputSchema).optional(),
  seedMarkdown: z.string().optional(),
});

/** What can be said about a folder before anything is installed in it. */
export const preflightSchema = z.object({
  path: z.string(),
  profile: projectProfileSchema,
  checks: z.array(
    z.object({ name: z.string(), result: z.enum(["ok", "warning", "error"]), message: z.string() }),
  ),
  errors: count,
});
export type Preflight = Data<typeof preflightSchema>;

const root = "/api/projects/:id";

export const PROJECT_ROUTES = [
  {
    method: "GET",
    path: "/api/projects",
    summary: "The projects below the root directory",
    reply: data(z.array(discoveredProjectSchema)),
    status: 200,
  },
  {
    method: "POST",
    path: "/api/projects/init",
    summary: "Create a new project",
    body: initInputSchema,
    reply: data(installationReportSchema),
    status: 201,
  },
  {
    method: "GET",
    path: root,
    summary: "One project and where it stands",
    params: projectParams,
    query: rootQuery,
    reply: data(projectDetailSchema),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/install`,
    summary: "Set up a project",
    params: projectParams,
    body: installInputSchema.extend({ backlogRoot }),
    reply: data(installationReportSchema),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/update`,
    summary: "What an update would do, file by file",
    params: projectParams,
    query: rootQuery,
    reply: data(updatePlanSchema),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/update`,
    summary: "Bring the installed files up to date",
    params: projectParams,
    body: rootBody,
    reply: data(installationReportSchema),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/uninstall`,
    summary: "Take the installed files out; the data are kept unless asked otherwise",
    params: projectParams,
    body: rootBody.extend({ keepData: z.boolean().optional() }),
    reply: data(nothing),
    status: 200,
  },
  {
    method: "GET",
    path: `${root}/profile`,
    summary: "The stack and commands of a project",
    params: projectParams,
    query: rootQuery,
    reply: data(projectProfileSchema),
    status: 200,
  },
  {
    method: "PUT",
    path: `${root}/profile`,
    summary: "Change the given fields of the profile",
    params: projectParams,
    body: profileInput.extend({ backlogRoot }),
    reply: data(projectProfileSchema),
    status: 200,
  },
  {
    method: "POST",
    path: `${root}/profile/detect`,
    summary: "Detect the profile again; nothing is stored",
    params: projectParams,
    body: rootBody,
    reply: data(projectProfileSchema),
    status: 200,
  },
  {
    method: "PUT",
    path: `${root}/options`,
    summary: "Change the given options of the marker",
    params: projectParams,
    body: optionsPatch.extend({ backlogRoot }),
    reply: data(markerOptionsSchema),
    status: 200,
  },
  {
    method: "POST",
    path: "/api/preflight",
    summary: "Look at a folder before installing",
    body: z.strictObject({ path: nonEmpty }),
    reply: data(preflightSchema),
    status: 200,
  },
] as const satisfies readonly Route[];
