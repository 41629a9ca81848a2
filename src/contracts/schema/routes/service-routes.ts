import * as z from "zod";
import { agentListSchema } from "#contracts/schema/agent-info";
import { resolvedConfigSchema, toolConfigSchema } from "#contracts/schema/config";
import { settings } from "#contracts/schema/fields";
import { data, type Route } from "#contracts/schema/routes/route";
import { serverHealthSchema } from "#contracts/schema/server-state";

const { rootDirectory, defaultProvider } = toolConfigSchema.shape;

/** Null takes a stored setting away. */
const configPatch = z.strictObject({
  ...toolConfigSchema.shape,
  rootDirectory: rootDirectory.nullable(),
  defaultProvider: defaultProvider.nullable(),
});

export const SERVICE_ROUTES = [
  {
    method: "GET",
    path: "/api/health",
    summary: "Whether the server is there",
    reply: { kind: "bare", data: serverHealthSchema },
    status: 200,
  },
  {
    method: "GET",
    path: "/api/config",
    summary: "The settings, defaults applied",
    reply: data(resolvedConfigSchema),
    status: 200,
  },
  {
    method: "PUT",
    path: "/api/config",
    summary: "Change the given settings",
    body: configPatch,
    reply: data(resolvedConfigSchema),
    status: 200,
  },
  {
    method: "GET",
    path: "/api/agents",
    summary: "The coding agents, and which are installed",
    reply: data(agentListSchema),
    status: 200,
  },
  {
    method: "GET",
    path: "/api/openapi.json",
    summary: "This interface as an OpenAPI document",
    reply: { kind: "bare", data: settings },
    status: 200,
  },
] as const satisfies readonly Route[];
