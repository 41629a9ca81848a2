import { KILL_GRACE_MS } from "#contracts/limits";
import type { ProcessIdentity, Processes } from "#engine/ports";
import { endSession } from "#platform/processes/end-session";
import { hasOpen } from "#platform/processes/has-open";
import { processTable, type ProcessTable } from "#platform/processes/process-table";
import { runShell } from "#platform/processes/run-shell";
import { answers } from "#platform/processes/signal-zero";
import { createCensus } from "#platform/processes/session-census";
import { spawnAgent } from "#platform/processes/spawn-agent";
import { which } from "#platform/processes/which";
import { monotonicMs } from "#platform/monotonic";

/** The processes of this machine. The table is chosen by platform; tests give the one of another. */
export function createNodeProcesses(table: ProcessTable = processTable()): Processes {
  const identify: Processes["identify"] = async (pid) => {
    if (!answers(pid)) return { alive: false, startTime: null };
    const row = await table.row(pid);
    return { alive: row !== null, startTime: row?.startTime ?? null };
  };
  const isStillThere = async (leader: ProcessIdentity | null): Promise<boolean> => {
    if (leader === null || leader.startTime === null) return false;
    return (await identify(leader.pid)).startTime === leader.startTime;
  };
  return {
    spawn: (request) => spawnAgent(table, request),
    runShell: (line, cwd, timeoutMs, cancel) =>
      runShell(table, { line, cwd, timeoutMs, cancel, env: environment() }),
    identify,
    async sweep({ mark, leader }) {
      const session = { mark, leader: (await isStillThere(leader)) ? leader : null };
      const ended = await endSession(table, session, { killAtMs: monotonicMs() + KILL_GRACE_MS });
      return ended.length;
    },
    async listSession({ mark, leader }) {
      const session = { mark, leader: (await isStillThere(leader)) ? leader : null };
      const living = await createCensus(table, session).living();
      return living.map(({ pid }) => ({ pid, name: table.nameOf(pid) }));
    },
    hasOpen: async (path) => hasOpen(path),
    which: async (binary) => which(binary, process.env["PATH"]),
    environment,
  };
}

function environment(): Record<string, string> {
  const copy: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) copy[name] = value;
  return copy;
}
