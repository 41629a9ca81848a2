import { readdirSync, readFileSync } from "node:fs";
import { ENV } from "#contracts/names";
import type { ProcessRow, ProcessTable } from "#platform/processes/process-table";

const MARK_ENTRY = `${ENV.session}=`;
/** A run's own: its sessions bear it with their number behind a dot. */
const TOKEN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where so few numbers were given, looking at each is cheaper than listing all processes. */
const MOST_LOOKED_AT = 16;

/** Reads /proc alone: no process is spawned. */
export function createLinuxProcesses(proc = "/proc"): ProcessTable {
  let boot: string | null = null;
  // Had when it is first needed: most commands never ask for a process.
  const bootId = (): string => (boot ??= readProc(`${proc}/sys/kernel/random/boot_id`)?.slice(0, 8) ?? "");
  const row = (pid: number): ProcessRow | null => parseStat(pid, bootId(), readProc(`${proc}/${pid}/stat`));
  return {
    pids: (since) => (since === null ? allPids(proc) : pidsSince(proc, since)),
    rows: async () =>
      allPids(proc)
        .map(row)
        .filter((one) => one !== null),
    row: async (pid) => row(pid),
    lives: (known) => row(known.pid)?.startTime === known.startTime,
    nameOf: (pid) => readProc(`${proc}/${pid}/comm`)?.trim() ?? null,
    bearsMark(pid, mark) {
      const environ = readProc(`${proc}/${pid}/environ`);
      // Empty also in the instant of an exec.
      if (environ === null || environ === "") return "unknown";
      const value = environ.split("\0").find((entry) => entry.startsWith(MARK_ENTRY));
      return value !== undefined && holdsMark(value.slice(MARK_ENTRY.length), mark) ? "yes" : "no";
    },
  };
}

/** Only whole marks count, for a record that somebody forged would else end the sessions of others: one of the nested sessions, or any session of the run whose token it is. */
function holdsMark(value: string, mark: string): boolean {
  const framed = `:${value}:`;
  return mark !== "" && (framed.includes(`:${mark}:`) || (TOKEN.test(mark) && framed.includes(`:${mark}.`)));
}

/** None when /proc can't be opened, as with no file descriptor left. */
function allPids(proc: string): number[] {
  try {
    return readdirSync(proc).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Linux gives its numbers in order and tells the last one, in proc_loadavg(5); a smaller one means that it has begun anew. */
function pidsSince(proc: string, since: number): number[] {
  const last = Number(readProc(`${proc}/loadavg`)?.trim().split(" ").at(-1));
  const inOrder = last >= since;
  if (inOrder && last - since <= MOST_LOOKED_AT) {
    return Array.from({ length: last - since }, (_, index) => since + 1 + index);
  }
  return inOrder ? allPids(proc).filter((pid) => pid > since) : allPids(proc);
}

/** Fields 3, 4, 5 and 22 of proc_pid_stat(5); the name before them may hold spaces and parentheses. The boot tells equal ticks of two boots apart. */
function parseStat(pid: number, bootId: string, stat: string | null): ProcessRow | null {
  if (stat === null) return null;
  const [state, ppid, pgid, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X" || state === undefined) return null;
  return { pid, ppid: Number(ppid), pgid: Number(pgid), startTime: `${bootId}.${rest[16]}` };
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}
