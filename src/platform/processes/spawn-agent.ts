import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { KILL_GRACE_MS } from "#contracts/limits";
import type { ProcessEnd, ProcessIdentity, RunningProcess, SpawnRequest } from "#engine/ports";
import { awaitClose, awaitExit, drainOutput, failedStart, type Exit } from "#platform/processes/await-exit";
import { endSession, type Deadline } from "#platform/processes/end-session";
import { createLineSplitter } from "#platform/processes/line-splitter";
import type { ProcessRow, ProcessTable } from "#platform/processes/process-table";
import { groupAnswers } from "#platform/processes/signal-zero";
import { builtin } from "#platform/builtin";
import { monotonicMs } from "#platform/monotonic";

/** In a longer session the numbers of processes may have come round. */
const PIDS_IN_ORDER_MS = 1000;

/** Starts one process as leader of a group of its own. Its end is its exit, never the end of a pipe; what it leaves behind ends with it. */
export function spawnAgent(table: ProcessTable, request: SpawnRequest): RunningProcess {
  const startedMs = monotonicMs();
  let child: ChildProcessWithoutNullStreams;
  try {
    const { cwd, env } = request;
    child = builtin
      .childProcess()
      .spawn(request.binary, request.args, { cwd, env, detached: true, stdio: "pipe" });
  } catch (error) {
    return { ended: Promise.resolve(describe(failedStart(error), request, 0)), end: () => undefined };
  }
  const exited = awaitExit(child);
  // It may have no streams then.
  if (child.pid === undefined) {
    return { ended: exited.then((exit) => describe(exit, request, 0)), end: () => undefined };
  }
  const pid = child.pid;
  const closed = awaitClose(child);
  const output = deliverOutput(child, request);
  feed(child, request.stdin);
  const session = superviseSession(table, pid, request.mark);
  const introduced = session.identity.then((identity) => request.onStart?.(identity));
  const settle = async (): Promise<ProcessEnd> => {
    const exit = await Promise.race([exited, session.abandoned]);
    if (isLeftBehind(table, pid, request.mark, startedMs)) session.end(KILL_GRACE_MS);
    const met = await session.close();
    await drainOutput(child, closed);
    output.freeze();
    child.unref();
    await introduced;
    return describe(exit, request, met.filter((row) => row.pid !== pid).length);
  };
  return {
    ended: settle(),
    end(graceMs) {
      output.freeze();
      session.end(graceMs);
    },
  };
}

interface Output {
  /** Delivers what stands in an unfinished line; what comes later is read and dropped. */
  freeze(): void;
}

function deliverOutput(child: ChildProcessWithoutNullStreams, { onLine }: SpawnRequest): Output {
  let frozen = false;
  const splitters = (["stdout", "stderr"] as const).map((name) => {
    const splitter = createLineSplitter((line, cut) => {
      if (!frozen) onLine(name, line, cut);
    });
    child[name].on("data", (chunk: Buffer) => {
      if (!frozen) splitter.push(chunk);
    });
    child[name].on("error", () => undefined);
    return splitter;
  });
  return {
    freeze() {
      if (frozen) return;
      for (const splitter of splitters) splitter.end();
      frozen = true;
    },
  };
}

function feed(child: ChildProcessWithoutNullStreams, text: string | null): void {
  // EPIPE: an agent may close its stdin unread.
  child.stdin.on("error", () => undefined);
  child.stdin.end(text ?? undefined);
}

interface SupervisedSession {
  readonly identity: Promise<ProcessIdentity>;
  /** Resolves when even SIGKILL did not bring the leader's exit. */
  readonly abandoned: Promise<Exit>;
  end(graceMs: number): void;
  /** Waits for an ending under way; from then on nothing is ended any more. Gives the processes that were. */
  close(): Promise<readonly ProcessRow[]>;
}

function superviseSession(table: ProcessTable, pid: number, mark: string): SupervisedSession {
  const session = { mark, leader: { pid, startTime: null as string | null } };
  const deadline: Deadline = { killAtMs: Infinity };
  let ending: Promise<readonly ProcessRow[]> | null = null;
  let closed = false;
  let abandon: (exit: Exit) => void = () => undefined;
  const abandoned = new Promise<Exit>((resolve) => {
    abandon = resolve;
  });
  const endAll = async (): Promise<readonly ProcessRow[]> => {
    const met = await endSession(table, session, deadline);
    const leader = met.find((row) => row.pid === pid);
    if (leader !== undefined && table.lives(leader)) {
      abandon({ exitCode: null, signal: "SIGKILL", spawnError: null });
    }
    return met;
  };
  return {
    identity: table.row(pid).then((row) => {
      session.leader.startTime = row?.startTime ?? null;
      return { ...session.leader };
    }),
    abandoned,
    end(graceMs) {
      if (closed) return;
      deadline.killAtMs = Math.min(deadline.killAtMs, monotonicMs() + graceMs);
      ending ??= endAll();
    },
    async close() {
      const met = ending === null ? [] : await ending;
      closed = true;
      return met;
    },
  };
}

/** Cheap, since it is asked after every session: processes are looked at only when they are new. */
function isLeftBehind(table: ProcessTable, pid: number, mark: string, startedMs: number): boolean {
  if (groupAnswers(pid)) return true;
  const inOrder = monotonicMs() - startedMs < PIDS_IN_ORDER_MS;
  return table.pids(inOrder ? pid : null).some((one) => table.bearsMark(one, mark) === "yes");
}

function describe(exit: Exit, request: SpawnRequest, swept: number): ProcessEnd {
  // The system names a missing folder and a missing program alike.
  const blame = exit.spawnError !== null && !existsSync(request.cwd) ? `: ${request.cwd}` : "";
  return { ...exit, spawnError: exit.spawnError === null ? null : exit.spawnError + blame, swept };
}
