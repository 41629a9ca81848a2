import { ERROR_TABLE, ToolError, type Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { ErrorEnvelope } from "#contracts/schema/error-envelope";
import type { ServerPorts } from "#engine/server-ports";

/** Reading what a dead run left may take git a while. */
const ANSWER_MS = 60_000;

/** A deed of the server's, as its data; what it refuses is thrown as it says it. */
export async function askServer(
  servers: ServerPorts,
  port: number,
  deed: { readonly path: string; readonly body: object; readonly hints: readonly Hint[] },
): Promise<unknown> {
  const { path, body, hints } = deed;
  const answer = await servers.ask(port, { method: "POST", path, body, timeoutMs: ANSWER_MS });
  if (answer === null) {
    throw new ToolError("IO_ERROR", "The server did not answer.", {
      details: { port, path },
      hints: [{ command: `${TOOL_NAME} server logs` }],
    });
  }
  if (answer.status < 300) return (answer.body as { readonly data?: unknown } | null)?.data ?? null;
  const error = (answer.body as Partial<ErrorEnvelope> | null)?.error;
  const code = error !== undefined && Object.hasOwn(ERROR_TABLE, error.code) ? error.code : "INTERNAL_ERROR";
  throw new ToolError(code, error?.message ?? `The server answered with status ${answer.status}.`, {
    details: error?.details,
    hints,
  });
}
