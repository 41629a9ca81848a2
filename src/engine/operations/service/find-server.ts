import { SERVER_PING_MS } from "#contracts/limits";
import type { ServerHealth, ServerState } from "#contracts/schema/server-state";
import type { Ports } from "#engine/ports";
import type { ServerPorts } from "#engine/server-ports";
import { clearStaleServer, livesServer, readServerState } from "#engine/stores/server-state";

/** `silent`: its process lives, but doesn't answer. */
export type FoundServer =
  | { readonly kind: "none" }
  | { readonly kind: "running"; readonly state: ServerState; readonly health: ServerHealth }
  | { readonly kind: "silent"; readonly state: ServerState };

/** The server of this user, if any. A record whose process is gone, whose pid is another's now, or whose port somebody else answers, is taken away. */
export async function findServer(ports: Ports, servers: ServerPorts): Promise<FoundServer> {
  const state = await readServerState(ports);
  const lives = state === null ? "no" : await livesServer(ports, state);
  if (state !== null && lives !== "no") {
    const health = await askHealth(servers, state.port);
    if (health !== null) return { kind: "running", state, health };
    if (lives === "yes") return { kind: "silent", state };
  }
  await clearStaleServer(ports, state);
  return { kind: "none" };
}

/** Null: whoever answers there is no server of ours. */
export async function askHealth(servers: ServerPorts, port: number): Promise<ServerHealth | null> {
  const answer = await servers.ask(port, { method: "GET", path: "/api/health", timeoutMs: SERVER_PING_MS });
  return answer?.status === 200 && isHealth(answer.body) ? answer.body : null;
}

function isHealth(body: unknown): body is ServerHealth {
  if (typeof body !== "object" || body === null) return false;
  const { version, uptime, rootDirectory, projectCount } = body as Partial<
    Record<keyof ServerHealth, unknown>
  >;
  return (
    typeof version === "string" &&
    typeof uptime === "number" &&
    typeof rootDirectory === "string" &&
    typeof projectCount === "number"
  );
}
