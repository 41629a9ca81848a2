import type { HonoRequest, MiddlewareHandler } from "hono";
import { ToolError } from "#contracts/error";
import { ownHosts } from "#server/middleware/host-rule";
import { isReading } from "#server/middleware/mutation-rule";

/** Pages of other sites: an Origin that isn't ours is refused, and of what browsers say of themselves only our own page and the user himself get anything; another site may link to ours, which opens it in a window of its own. */
export function originRule(port: () => number): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header("origin");
    if (origin !== undefined && !ownHosts(port()).includes(origin.toLowerCase().replace(/^http:\/\//, ""))) {
      throw foreign({ origin });
    }
    const site = c.req.header("sec-fetch-site");
    if (site !== undefined && !["same-origin", "none"].includes(site) && !isLink(c.req)) {
      throw foreign({ site });
    }
    await next();
  };
}

const isLink = (request: HonoRequest): boolean =>
  isReading(request.method) &&
  request.header("sec-fetch-mode") === "navigate" &&
  request.header("sec-fetch-dest") === "document";

const foreign = (details: Readonly<Record<string, string>>): ToolError =>
  new ToolError("FORBIDDEN", "Pages of other sites have no access.", { details });
