import type { LoopContext } from "#engine/loop/loop-context";
import type { ProcessIdentity } from "#engine/ports";
import { writeAgentRecord } from "#engine/stores/agent-record";

/** How a next start finds the agent of this session, should this runner be killed. */
export interface AgentRecorder {
  readonly started: (identity: ProcessIdentity) => void;
  /** The session has outlived its first second. */
  readonly lasting: () => void;
  readonly written: () => Promise<void>;
}

/**
 * Where processes tell their environment, the mark in the loop lock finds an agent already, and the record of its group
 * can wait until it pays; elsewhere it is written at once. Losing it never stops the session.
 */
export function createAgentRecord(ctx: LoopContext, mark: string, itemId: string | null): AgentRecorder {
  let known: ProcessIdentity | null = null;
  let writing: Promise<void> | null = null;
  const write = async (identity: ProcessIdentity): Promise<void> => {
    const startedAt = new Date(ctx.ports.clock.now()).toISOString();
    try {
      await writeAgentRecord(ctx.ports, ctx.paths, { mark, ...identity, itemId, startedAt });
    } catch (error) {
      ctx.note(`The record of the running agent can't be written: ${String(error)}`);
    }
  };
  const record = (): void => {
    if (known !== null) writing ??= write(known);
  };
  return {
    started(identity) {
      known = identity;
      if (ctx.ports.machine.platform !== "linux") record();
    },
    lasting: record,
    written: async () => {
      await writing;
    },
  };
}
