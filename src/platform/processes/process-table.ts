import { existsSync } from "node:fs";
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
  /** All that were started since that one was, and perhaps others, also some that are gone; with null all there are. None where they can't be told, or not without a process. */
  pids(since: number | null): readonly number[];
  rows(): Promise<ProcessRow[]>;
  row(pid: number): Promise<ProcessRow | null>;
  /** Whether the very process of this row, not a later one of its pid, still lives. */
  lives(row: ProcessRow): boolean;
  /** Null where it can't be told. */
  nameOf(pid: number): string | null;
  /** "unknown": its environment can't be read, or not now. */
  bearsMark(pid: number, mark: string): "yes" | "no" | "unknown";
}

/** That of Linux wherever there is a /proc to read. */
export function processTable(): ProcessTable {
  return existsSync("/proc/self/environ") ? createLinuxProcesses() : createPsProcesses();
}
