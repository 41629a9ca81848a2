import type { ProcessRow, ProcessTable } from "#platform/processes/process-table";

export interface Session {
  /** Its group and its descendants belong to the session; null when the mark alone tells. */
  readonly leader: { readonly pid: number; readonly startTime: string | null } | null;
  readonly mark: string;
}

export interface Census {
  /** Those of the session that live now; never this process, an ancestor of it, or the first process. */
  living(): Promise<ProcessRow[]>;
  /** All that were ever counted. */
  met(): readonly ProcessRow[];
}

/** Counts a session again and again while it is being ended: a process whose parent has gone meanwhile is still known. */
export function createCensus(table: ProcessTable, session: Session): Census {
  const met = new Map<number, ProcessRow>();
  const unmarked = new Set<number>();

  const isMarked = (pid: number): boolean => {
    if (unmarked.has(pid)) return false;
    const answer = table.bearsMark(pid, session.mark);
    if (answer === "no") unmarked.add(pid);
    return answer === "yes";
  };
  const isKnown = (row: ProcessRow): boolean => {
    const known = met.get(row.pid);
    return known !== undefined && known.startTime === row.startTime;
  };
  const belongs = (row: ProcessRow): boolean =>
    isKnown(row) || isLeader(row, session) || row.pgid === session.leader?.pid || isMarked(row.pid);

  return {
    async living() {
      const rows = await table.rows();
      const spared = ancestry(rows);
      const members = withDescendants(rows, rows.filter(belongs), spared);
      for (const row of members) met.set(row.pid, row);
      return members;
    },
    met: () => [...met.values()],
  };
}

function isLeader(row: ProcessRow, { leader }: Session): boolean {
  if (row.pid !== leader?.pid) return false;
  return leader.startTime === null || leader.startTime === row.startTime;
}

/** This process and those it descends from. */
function ancestry(rows: readonly ProcessRow[]): ReadonlySet<number> {
  const parents = new Map(rows.map((row) => [row.pid, row.ppid]));
  const line = new Set([0, 1]);
  for (let pid = process.pid; !line.has(pid); pid = parents.get(pid) ?? 0) line.add(pid);
  return line;
}

function withDescendants(
  rows: readonly ProcessRow[],
  roots: readonly ProcessRow[],
  spared: ReadonlySet<number>,
): ProcessRow[] {
  const children = new Map<number, ProcessRow[]>();
  for (const row of rows) children.set(row.ppid, [...(children.get(row.ppid) ?? []), row]);
  const found = new Set<ProcessRow>();
  const waiting = [...roots];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    if (spared.has(row.pid) || found.has(row)) continue;
    found.add(row);
    waiting.push(...(children.get(row.pid) ?? []));
  }
  return [...found];
}
