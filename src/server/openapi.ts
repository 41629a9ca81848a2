import * as z from "zod";
import { MUTATION_HEADER, TOOL_NAME } from "#contracts/names";
import { errorEnvelopeSchema } from "#contracts/schema/error-envelope";
import { ROUTES } from "#contracts/schema/routes/all-routes";
import type { Route } from "#contracts/schema/routes/route";
import { NAMED_SCHEMAS } from "#server/named-schemas";

type JsonObject = Readonly<Record<string, unknown>>;

/** The interface as an OpenAPI 3.1 document, every word of it derived from the routes that serve it. */
export function openApiDocument(version: string): JsonObject {
  const routes: readonly Route[] = ROUTES;
  const schemas = componentSchemas(routes);
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: TOOL_NAME,
      version,
      description: [
        `Every POST, PUT and DELETE needs the header ${MUTATION_HEADER}: true. The server answers loopback alone.`,
        "An open event stream holds a connection, and a browser opens at most six to one server, all its tabs together: one stream for each page.",
      ].join(" "),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: {
        Error: {
          description: "What was wrong, and where.",
          content: { "application/json": { schema: ref("Error") } },
        },
      },
    },
  };
}

/** The name of a route's operation: `GET /api/projects/:id/loop/preflight` is getProjectLoopPreflight. */
function operationId({ method, path }: Pick<Route, "method" | "path">): string {
  const words = path
    .replace("/api/", "")
    .replace(/^projects\/:id/, "project")
    .split(/[/.\-:]+/)
    .filter((word) => word !== "");
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** The group of a route, as the page shows it. */
function tagOf({ path }: Pick<Route, "path">): string {
  const [, , first = "", , third] = path.split("/");
  const word = first === "projects" ? (third ?? "project") : "service";
  return GROUPS[word] ?? word;
}

const GROUPS: Readonly<Record<string, string>> = {
  status: "loop",
  log: "loop",
  progress: "loop",
  reset: "loop",
  resume: "loop",
  install: "project",
  update: "project",
  uninstall: "project",
  profile: "project",
  options: "project",
};

/** Bodies are described as they are sent, replies as they come; records with a name of their own stand once. */
function componentSchemas(routes: readonly Route[]): Record<string, JsonObject> {
  const sent = z.registry<{ id: string }>();
  const answered = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) answered.add(schema, { id });
  answered.add(errorEnvelopeSchema, { id: "Error" });
  for (const route of routes) {
    if (route.body !== undefined) sent.add(route.body, { id: bodyName(route) });
    const schema = replySchema(route);
    if (schema !== null) answered.add(schema, { id: replyName(route) });
  }
  const uri = (id: string): string => `#/components/schemas/${id}`;
  return {
    ...cleaned(z.toJSONSchema(sent, { uri, io: "input", unrepresentable: "any" }).schemas),
    ...cleaned(z.toJSONSchema(answered, { uri, io: "output", unrepresentable: "any" }).schemas),
  };
}

const bodyName = (route: Route): string => `${operationId(route)}Body`;
const replyName = (route: Route): string => `${operationId(route)}Reply`;

function replySchema({ reply }: Route): z.ZodType | null {
  switch (reply.kind) {
    case "data":
      return z.object({ data: reply.data });
    case "bare":
      // A copy, since a schema has one place in the registry.
      return reply.data.clone();
    case "event-stream":
      return null;
  }
}

/** Within one document neither an address nor a dialect of its own is wanted. */
function cleaned(schemas: Readonly<Record<string, object>>): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $id: _id, $schema: _schema, ...rest } = schema as Record<string, unknown>;
      return [name, rest];
    }),
  );
}

function operationOf(route: Route, schemas: Readonly<Record<string, JsonObject>>): JsonObject {
  const { reply, status } = route;
  const content =
    reply.kind === "event-stream"
      ? {
          "text/event-stream": {
            schema: { type: "string", description: `Events: ${reply.events.join(", ")}.` },
          },
        }
      : { "application/json": { schema: ref(replyName(route)) } };
  const required = schemas[bodyName(route)]?.["required"] !== undefined;
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [tagOf(route)],
    parameters: parametersOf(route),
    ...(route.body !== undefined && {
      requestBody: { required, content: { "application/json": { schema: ref(bodyName(route)) } } },
    }),
    responses: {
      [status]: { description: "Done.", content },
      ...(route.path.endsWith("/backlog") &&
        route.method === "GET" && { 304: { description: "Not changed." } }),
      default: { $ref: "#/components/responses/Error" },
    },
  };
}

function parametersOf({ method, params, query }: Route): readonly JsonObject[] {
  const header = {
    name: MUTATION_HEADER,
    in: "header",
    required: true,
    schema: { type: "string", enum: ["true"] },
  };
  return [...fieldsOf(params, "path"), ...fieldsOf(query, "query"), ...(method === "GET" ? [] : [header])];
}

function fieldsOf(schema: z.ZodObject | undefined, place: "path" | "query"): readonly JsonObject[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
  }));
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
