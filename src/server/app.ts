import { Hono } from "hono";
import { ToolError } from "#contracts/error";
import { ROUTES } from "#contracts/schema/routes/all-routes";
import { DOCS_POLICY, docsPage } from "#server/docs-page";
import { errorEnvelope } from "#server/middleware/error-envelope";
import { hostRule } from "#server/middleware/host-rule";
import { mutationRule } from "#server/middleware/mutation-rule";
import { originRule } from "#server/middleware/origin-rule";
import { securityHeaders } from "#server/middleware/security-headers";
import { HANDLERS } from "#server/routes/all-handlers";
import type { Handler, RouteKey } from "#server/routes/handler";
import { serveRoute } from "#server/serve-route";
import type { ServerDeps } from "#server/server-deps";
import { staticFiles } from "#server/static-files";

/** The whole service without a port: `fetch` answers any request (spec: HTTP API). */
export function createApp(deps: ServerDeps): Hono {
  const app = new Hono();
  app.onError((error, c) => errorEnvelope(c, error, deps.log));
  app.use(securityHeaders, hostRule(deps.port), originRule(deps.port), mutationRule);
  addRoutes(app, deps);
  app.get("/api/docs", (c) =>
    c.html(docsPage(deps.version), 200, { "content-security-policy": DOCS_POLICY }),
  );
  app.all("/api/*", (c) => notFound(c.req.method, c.req.path));
  app.all("/api", (c) => notFound(c.req.method, c.req.path));
  app.get("*", staticFiles(deps.webRoot));
  app.notFound((c) => notFound(c.req.method, c.req.path));
  return app;
}

/** In the order of their table: fixed words before parameters. A method that a path doesn't know is told from a path that isn't there. */
function addRoutes(app: Hono, deps: ServerDeps): void {
  const handlers: Readonly<Record<string, unknown>> = HANDLERS;
  const methods = new Map<string, string[]>();
  for (const route of ROUTES) {
    const handler = handlers[`${route.method} ${route.path}`] as Handler<RouteKey>;
    app.on(route.method, route.path, (c) => serveRoute(c, route, handler, deps));
    methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
  }
  for (const [path, known] of methods) {
    const allow = known.includes("GET") ? ["HEAD", ...known] : known;
    app.all(path, (c) => {
      c.header("allow", allow.join(", "));
      throw new ToolError("METHOD_NOT_ALLOWED", `${c.req.path} knows no ${c.req.method}.`, {
        details: { method: c.req.method, allow },
      });
    });
  }
}

function notFound(method: string, path: string): never {
  throw new ToolError("NOT_FOUND", `There is no ${method} ${path}.`, { details: { path } });
}
