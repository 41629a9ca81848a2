import { doubtful, failed, passed } from "#core/doctor/check";
import { AGENT_IDS, type AgentId } from "#contracts/agent-ids";
import { TOOL_NAME } from "#contracts/names";
import type { DoctorCheck } from "#contracts/schema/doctor";

export interface AgentFacts {
  /** Found on PATH, in the order of the catalog. */
  readonly available: readonly AgentId[];
  /** That the project and its open items name, the project's own first; with why one can't be started. */
  readonly wanted: readonly { readonly id: AgentId; readonly fault: string | null }[];
}

/** Whether the agents that would be started are there. */
export function checkAgents({ available, wanted }: AgentFacts): DoctorCheck {
  const missing = wanted.filter(({ fault }) => fault !== null);
  const here = available.length === 0 ? "none is installed" : `installed: ${available.join(", ")}`;
  const [first] = missing;
  if (first === undefined) return passed("agents", available.join(", "));
  const message = `${first.id} can't be started: ${first.fault}; ${here}`;
  const list = { command: `${TOOL_NAME} agents` };
  return first.id === wanted[0]?.id ? failed("agents", message, list) : doubtful("agents", message, list);
}

/** Agents that ask nobody before they act; pi has nothing that could be asked. */
const UNASKED: ReadonlySet<AgentId> = new Set(AGENT_IDS.filter((id) => id !== "pi" && id !== "generic-cli"));

/** Said plainly, since it is by design. */
export function promptNotes(ids: readonly AgentId[]): string[] {
  const unasked = ids.filter((id) => UNASKED.has(id));
  if (unasked.length === 0) return [];
  const runs = unasked.length === 1 ? "runs with its" : "run with their";
  return [
    `${unasked.join(" and ")} ${runs} permission prompts off: what you may do on this machine, a session may do, too.`,
  ];
}
