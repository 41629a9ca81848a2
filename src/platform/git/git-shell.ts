import type { GitStop } from "#platform/git/git-stop";
import { openShell, type ShellAnswer, type ShellCall, type ShellProcess } from "#platform/git/shell-process";
import { canBeScript } from "#platform/git/shell-script";
import { monotonicMs } from "#platform/monotonic";

/** A small process that stands ready to start git: a fork costs milliseconds once ours is large, and a run needs two an item. */
export interface GitShell {
  /** Null where the call has to be made without it: no shell, one at work already, what a shell can't pass on, or an answer that isn't whole and can be asked for again. */
  ask(call: ShellCall, stop?: GitStop): Promise<ShellAnswer | null>;
  /** Asks what only reads before anybody wants to know: the same call finds the answer, once. */
  askAhead(call: ShellCall): void;
  /** Something is about to change: what was asked ahead says nothing about it. */
  forget(): void;
  /** Ends it with what it does, unless a call has changed something: what that one has started goes on without us. */
  abandon(): void;
}

interface Ahead {
  readonly askedMs: number;
  readonly answer: Promise<ShellAnswer | null>;
}

/** Longer than it takes from the start to the question; whoever was asked something meanwhile may have changed everything. */
const AHEAD_MS = 2000;

/** It is opened by the first call that isn't one to read, or that is asked ahead. */
export function createGitShell(env: NodeJS.ProcessEnv): GitShell {
  let shell: ShellProcess | null = null;
  /** Calls that somebody waits for; only they keep us alive. */
  let awaited = 0;
  /** What a hook left behind may go on talking into our pipes, and what is read must be git's alone. */
  let hasChanged = false;
  const ahead = new Map<string, Ahead>();
  const opened = (): ShellProcess | null => {
    if (shell === null || shell.isGone()) shell = openShell(env);
    return shell;
  };
  const awaitAnswer = async (
    by: ShellProcess,
    answer: Promise<ShellAnswer | null>,
    stop?: GitStop,
  ): Promise<ShellAnswer | null> => {
    const release = stop?.watch((name) => by.endGroup(name));
    awaited += 1;
    by.ref();
    const heard = await answer;
    awaited -= 1;
    if (awaited === 0) by.unref();
    release?.();
    return heard;
  };
  return {
    async ask(call, stop) {
      const early = takeAhead(ahead, call);
      const known = early && shell && (await awaitAnswer(shell, early, stop));
      if (known !== null) return known;
      const reads = call.reads === true;
      if (reads && (hasChanged || shell === null || shell.isGone())) return null;
      if (!canBeScript(call) || (!reads && shell?.isBusy() === true)) return null;
      if (!reads) hasChanged = true;
      const by = opened();
      return by === null ? null : awaitAnswer(by, by.begin(call), stop);
    },
    askAhead(call) {
      const by = hasChanged ? null : opened();
      if (by !== null) ahead.set(keyOf(call), { askedMs: monotonicMs(), answer: by.begin(call) });
    },
    forget: () => ahead.clear(),
    abandon() {
      if (!hasChanged && shell?.isGone() === false) shell.endGroup("SIGKILL");
    },
  };
}

const keyOf = ({ cwd, args, input }: ShellCall): string => JSON.stringify([cwd, args, input ?? null]);

function takeAhead(ahead: Map<string, Ahead>, call: ShellCall): Promise<ShellAnswer | null> | null {
  if (call.reads !== true) return null;
  const found = ahead.get(keyOf(call));
  ahead.delete(keyOf(call));
  return found === undefined || monotonicMs() - found.askedMs > AHEAD_MS ? null : found.answer;
}
