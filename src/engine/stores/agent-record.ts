import type { BacklogPaths } from "#contracts/paths";
import type { RunningAgent } from "#contracts/schema/running-agent";
import { fits, RUNNING_AGENT_SHAPE } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";
import { jsonText } from "#engine/files/json-text";

/** The agent that a dead runner left, for the sweep; null when there is none, or none that can be read. */
export async function readAgentRecord(ports: Ports, paths: BacklogPaths): Promise<RunningAgent | null> {
  const text = await ports.files.read(paths.agentRecord);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return fits(RUNNING_AGENT_SHAPE, value) ? value : null;
  } catch {
    return null;
  }
}

/** To be written as soon as the process exists. */
export function writeAgentRecord(ports: Ports, paths: BacklogPaths, agent: RunningAgent): Promise<void> {
  return atomicWrite(ports, paths.agentRecord, jsonText(agent));
}

/** False when there was none. */
export function clearAgentRecord(ports: Ports, paths: BacklogPaths): Promise<boolean> {
  return ports.files.remove(paths.agentRecord);
}
