import type { LoopStateName } from "#contracts/loop-states";

/** Exit codes of the command line (spec: Command-line interface); running is answered by `status` alone. */
export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  needsHuman: 3,
  limit: 4,
  blocked: 5,
  running: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** `backlog validate` has codes of its own. */
export const VALIDATE_EXIT = { valid: 0, findings: 1, usage: 2 } as const;

export interface StateExit {
  readonly exit: ExitCode;
  /** Instead, when genuinely blocked items are left. */
  readonly withBlocks: ExitCode;
}

/** What `status` exits with. */
export const EXIT_OF_STATE: Readonly<Record<LoopStateName, StateExit>> = {
  IDLE: { exit: EXIT.ok, withBlocks: EXIT.blocked },
  RUNNING: { exit: EXIT.running, withBlocks: EXIT.running },
  PAUSED: { exit: EXIT.ok, withBlocks: EXIT.blocked },
  COMPLETE: { exit: EXIT.ok, withBlocks: EXIT.blocked },
  PAUSED_HUMAN: { exit: EXIT.needsHuman, withBlocks: EXIT.needsHuman },
  LIMIT_REACHED: { exit: EXIT.limit, withBlocks: EXIT.limit },
  ERROR: { exit: EXIT.error, withBlocks: EXIT.error },
  NOT_INSTALLED: { exit: EXIT.ok, withBlocks: EXIT.ok },
  SLEEPING_LIMIT: { exit: EXIT.limit, withBlocks: EXIT.limit },
  WEEKLY_LIMIT: { exit: EXIT.limit, withBlocks: EXIT.limit },
  REVIEWING: { exit: EXIT.running, withBlocks: EXIT.running },
  PAUSED_USAGE_LIMIT: { exit: EXIT.limit, withBlocks: EXIT.limit },
};
