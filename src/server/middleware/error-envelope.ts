import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { httpStatus, ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { ErrorEnvelope } from "#contracts/schema/error-envelope";
import { tooDeep } from "#core/text/too-deep";

/** The only place that turns an error into a response (spec: Errors). `log` hears of those that are our fault. */
export function errorEnvelope(c: Context, thrown: unknown, log: (line: string) => void): Response {
  const error = thrown instanceof ToolError ? thrown : (tooDeep(thrown) ?? internal(thrown));
  const status = httpStatus(error);
  if (status >= 500) log(`${c.req.method} ${c.req.path}: ${stackOf(thrown)}`);
  return c.json(envelopeOf(error), status as ContentfulStatusCode);
}

/** What the command line prints on two lines stands in message and details.reason. */
function envelopeOf({ code, message, details, reason }: ToolError): ErrorEnvelope {
  const all = { ...details, ...(reason !== undefined && { reason }) };
  return { error: { code, message, ...(Object.keys(all).length > 0 && { details: all }) } };
}

const internal = (cause: unknown): ToolError =>
  new ToolError(
    "INTERNAL_ERROR",
    `This is a bug in ${TOOL_NAME}: ${cause instanceof Error ? cause.message : String(cause)}.`,
    {
      cause,
    },
  );

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
