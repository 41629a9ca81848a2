import { globalPaths } from "#contracts/paths";
import type { ServerState } from "#contracts/schema/server-state";
import { fits, SERVER_STATE_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { jsonText } from "#engine/files/json-text";
import { withSection } from "#engine/files/write-section";

/** What the last server left or the running one says; null when there is none, or none that can be understood. */
export async function readServerState(ports: Ports): Promise<ServerState | null> {
  const text = await ports.files.read(globalPaths(ports.machine.home).server);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return fits(SERVER_STATE_SHAPE, value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether the very process that wrote the record lives: `yes`, `no`, or `maybe` where only its pid can be compared. */
export async function livesServer(ports: Ports, state: ServerState): Promise<"yes" | "no" | "maybe"> {
  const { alive, startTime } = await ports.processes.identify(state.pid);
  if (!alive) return "no";
  const known = state.processStartTime ?? null;
  if (known === null || startTime === null) return "maybe";
  return known === startTime ? "yes" : "no";
}

/** Says where this process serves, once `listen` has given it its port. One starter at a time: gives the other's record instead where one lives. */
export async function claimServer(
  ports: Ports,
  listen: () => Promise<number>,
): Promise<{ readonly mine: boolean; readonly state: ServerState }> {
  const { dir, server } = globalPaths(ports.machine.home);
  await ports.files.makeDir(dir);
  return withSection(ports, server, async () => {
    const other = await readServerState(ports);
    if (other !== null && (await livesServer(ports, other)) === "yes") return { mine: false, state: other };
    const { pid } = ports.machine;
    const port = await listen();
    const state: ServerState = {
      pid,
      port,
      startedAt: new Date(ports.clock.now()).toISOString(),
      processStartTime: (await ports.processes.identify(pid)).startTime,
    };
    await atomicWrite(ports, server, jsonText(state));
    return { mine: true, state };
  });
}

/** Takes the record away where it still is of this process. */
export async function releaseServer(ports: Ports, pid: number): Promise<void> {
  const { server } = globalPaths(ports.machine.home);
  if ((await readServerState(ports))?.pid === pid) await ports.files.remove(server);
}

/** Takes away a record that nobody stands behind any more. */
export async function clearStaleServer(ports: Ports, seen: ServerState | null): Promise<void> {
  const { server } = globalPaths(ports.machine.home);
  if ((await ports.files.stat(server)) === null) return;
  await withSection(ports, server, async () => {
    const now = await readServerState(ports);
    if (now?.pid === seen?.pid && now?.startedAt === seen?.startedAt) await ports.files.remove(server);
  });
}
