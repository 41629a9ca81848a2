import type { ProcessRow, ProcessTable } from "#platform/processes/process-table";
import { answers } from "#platform/processes/signal-zero";
import { builtin } from "#platform/builtin";

const COLUMNS = "pid=,ppid=,pgid=,stat=,lstart=";
const ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/;

/** For macOS and the BSDs, where no environment can be read: only groups and descent tell what belongs to a session. */
export function createPsProcesses(): ProcessTable {
  return {
    pids: () => [],
    rows: () => ps(["-axo", COLUMNS]),
    row: async (pid) => (await ps(["-o", COLUMNS, "-p", String(pid)])).at(0) ?? null,
    lives: (known) => answers(known.pid),
    nameOf: () => null,
    bearsMark: () => "unknown",
  };
}

function ps(args: string[]): Promise<ProcessRow[]> {
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  return new Promise((resolve) => {
    builtin.childProcess().execFile("ps", args, { env, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => {
      resolve(stdout.split("\n").flatMap(parseRow));
    });
  });
}

function parseRow(line: string): ProcessRow[] {
  const [, pid, ppid, pgid, state, startTime = null] = ROW.exec(line) ?? [];
  if (state === undefined || state.startsWith("Z")) return [];
  return [{ pid: Number(pid), ppid: Number(ppid), pgid: Number(pgid), startTime }];
}
