import { serverUrl } from "#cli/commands/server/server-words";
import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { FoundServer } from "#engine/operations/service/find-server";

type Usable = Exclude<FoundServer, { kind: "silent" }>;

/** A server that lives but doesn't answer is in the way of another, and of no use itself: CONFLICT. */
export function refuseSilent(found: FoundServer): Usable {
  if (found.kind !== "silent") return found;
  const { pid, port } = found.state;
  throw new ToolError("CONFLICT", `The server does not answer on ${serverUrl(port)}.`, {
    reason: `Its process ${pid} lives. Nothing was started.`,
    details: { pid, port },
    hints: [
      { command: `${TOOL_NAME} server logs`, purpose: "see what it said last" },
      { command: `${TOOL_NAME} server restart --force`, purpose: "end it and start another" },
    ],
  });
}
