import type { BacklogPaths } from "#contracts/paths";
import type { ListedProcess, Ports } from "#engine/ports";
import { readAgentRecord } from "#engine/stores/agent-record";
import { deadTokens } from "#engine/files/claim-lock";
import { inspectLock } from "#engine/files/inspect-lock";

/** What a dead run left running, by its marks and the group it noted: what the next start would end. Of a live run nothing is left over. */
export async function inspectLeftovers(ports: Ports, paths: BacklogPaths): Promise<ListedProcess[]> {
  const { record: lock, alive } = await inspectLock(ports, paths.lock);
  if (alive) return [];
  const agent = await readAgentRecord(ports, paths);
  const marks = new Set(lock === null || lock === "unreadable" ? [] : deadTokens(lock));
  if (agent !== null) marks.add(agent.mark);
  const leader = agent === null ? null : { pid: agent.pid, startTime: agent.startTime };
  const found = new Map<number, ListedProcess>();
  for (const mark of marks) {
    for (const process of await ports.processes.listSession({ mark, leader })) {
      found.set(process.pid, process);
    }
  }
  return [...found.values()];
}
