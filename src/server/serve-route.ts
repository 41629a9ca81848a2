import type { Context } from "hono";
import type { Route } from "#contracts/schema/routes/route";
import { fencePorts } from "#engine/operations/projects/fence-ports";
import { requireMarker, type Project } from "#engine/operations/projects/resolve-project";
import type { Ports } from "#engine/ports";
import { checkInput, queryFields } from "#server/check-input";
import { readJsonBody } from "#server/json-body";
import type { Handler, RouteKey } from "#server/routes/handler";
import { openProject } from "#server/sandbox";
import type { ServerDeps } from "#server/server-deps";

/** Of a folder that is no project yet, or tells so itself. */
const WITHOUT_MARKER: ReadonlySet<string> = new Set<RouteKey>([
  "GET /api/projects/:id",
  "GET /api/projects/:id/status",
  "POST /api/projects/:id/install",
  "POST /api/projects/:id/profile/detect",
]);

/** One request from its text to its reply, by what the route declares: parameters, query and body, then the folder, then the handler, whose files end where the project does. */
export async function serveRoute(
  c: Context,
  route: Route,
  handler: Handler<RouteKey>,
  deps: ServerDeps,
): Promise<Response> {
  const raw = c.req.param();
  const id = raw["id"] ?? null;
  const query = checkInput(route.query, queryFields(c.req.url));
  const body = route.method === "GET" ? {} : checkInput(route.body, await readJsonBody(c));
  const root = await deps.rootDirectory();
  const project =
    id === null ? null : await projectOf(deps.ports, root, id, { ...asObject(query), ...asObject(body) });
  const fenced = { ...deps, ports: fencePorts(deps.ports, project?.paths.projectPath ?? root) };
  if (project !== null && !WITHOUT_MARKER.has(`${route.method} ${route.path}`)) {
    await requireMarker(fenced.ports, project);
  }
  const params = route.params === undefined ? {} : checkInput(route.params, raw);
  const call = { deps: fenced, request: c.req.raw, params, query, body, project };
  const answer: unknown = await handler(call as Parameters<typeof handler>[0]);
  if (answer instanceof Response) return answer;
  return c.json(route.reply.kind === "data" ? { data: answer } : answer, route.status);
}

function projectOf(
  ports: Ports,
  root: string,
  id: string,
  { backlogRoot }: Readonly<Record<string, unknown>>,
): Promise<Project> {
  return openProject(ports, root, id, typeof backlogRoot === "string" ? backlogRoot : null);
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  value as Readonly<Record<string, unknown>>;
