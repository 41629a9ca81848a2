import { clean } from "#cli/render/clean";
import { ToolError } from "#contracts/error";
import { SERVER_PORT } from "#contracts/limits";
import { TOOL_NAME } from "#contracts/names";
import { tildePath } from "#core/projects/absolute-path";
import type { PortHolder, ServerPorts } from "#engine/server-ports";

/** How many ports after a taken one are tried for an offer. */
const NEXT_PORTS = 20;

/** CONFLICT that names who has the port, where that can be told, and a free one beside it. */
export async function refuseTakenPort(servers: ServerPorts, port: number, home: string): Promise<ToolError> {
  const holder = await servers.holderOf(port);
  const free = await nextFree(servers, port);
  const by = holder === null ? "another process" : `${clean(holder.name)}, process ${holder.pid}`;
  return new ToolError("CONFLICT", `Port ${port} is taken by ${by}.`, {
    reason: reasonOf(port, holder, home),
    details: { port, holder },
    hints:
      free === null
        ? []
        : [
            { command: `${TOOL_NAME} server start --port ${free}` },
            { command: `${TOOL_NAME} config set port ${free}`, purpose: "for good" },
          ],
  });
}

function reasonOf(port: number, holder: PortHolder | null, home: string): string {
  const where =
    holder === null || holder.cwd === null ? null : `It runs in ${clean(tildePath(holder.cwd, home))}`;
  const vite = port === SERVER_PORT ? `${port} is also where Vite starts` : null;
  const parts = [where, vite].filter((part) => part !== null);
  return parts.length === 0 ? "Nothing was started." : `${parts.join("; ")}.`;
}

async function nextFree(servers: ServerPorts, taken: number): Promise<number | null> {
  for (let port = taken + 1; port <= Math.min(taken + NEXT_PORTS, 65_535); port += 1) {
    if (await servers.isPortFree(port)) return port;
  }
  return null;
}
