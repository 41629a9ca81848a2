import type { MiddlewareHandler } from "hono";
import { ToolError } from "#contracts/error";
import { MUTATION_HEADER } from "#contracts/names";

/** Whatever may change something carries a header that no foreign form can set (spec: Authentication). */
export const mutationRule: MiddlewareHandler = async (c, next) => {
  if (!isReading(c.req.method) && c.req.header(MUTATION_HEADER) !== "true") {
    throw new ToolError("FORBIDDEN", `${c.req.method} needs the header ${MUTATION_HEADER}: true.`, {
      details: { header: MUTATION_HEADER },
    });
  }
  await next();
};

export function isReading(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}
