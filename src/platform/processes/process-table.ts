import { createLinuxProcesses } from "#platform/processes/linux-processes";
import { createPsProcesses } from "#platform/processes/ps-processes";

export interface ProcessRow {
  readonly pid: number;
  readonly ppid: number;
  readonly pgid: number;
  /** Opaque; null where the platform tells none. */
  readonly startTime: string | null;
}

/** The living processes of this machine; a zombie counts as dead, since nothing of it runs. */
export interface ProcessTable {
  /** Null where asking costs a process. */
  pids(): ReadonlySet<number> | null;
  rows(): Promise<ProcessRow[]>;
  row(pid: number): Promise<ProcessRow | null>;
  /** Whether the very process of this row, not a later one of its pid, still lives. */
  lives(row: ProcessRow): boolean;
  /** "unknown": its environment can't be read, or not now. */
  bearsMark(pid: number, mark: string): "yes" | "no" | "unknown";
}

export function processTable(platform: string): ProcessTable {
  return platform === "linux" ? createLinuxProcesses() : createPsProcesses();
}
