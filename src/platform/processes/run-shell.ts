import { builtin } from "#platform/builtin";
import { KILL_GRACE_MS } from "#contracts/limits";
import { ENV } from "#contracts/names";
import type { CancelToken, CommandResult } from "#engine/ports";
import type { ProcessTable } from "#platform/processes/process-table";
import { spawnAgent } from "#platform/processes/spawn-agent";

/** Kept of each stream. */
const OUTPUT_CHARS = 64 * 1024;

export interface ShellLine {
  readonly line: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string>>;
  readonly cancel?: CancelToken | undefined;
}

/** A shell line under the same rules as an agent: group, mark, flat memory, and nothing of it outlives it. */
export async function runShell(table: ProcessTable, shell: ShellLine): Promise<CommandResult> {
  const tails = { stdout: createTail(), stderr: createTail() };
  const outer = shell.env[ENV.session];
  const uuid = (): string => builtin.crypto().randomUUID();
  const mark = outer === undefined ? uuid() : `${outer}:${uuid()}`;
  const child = spawnAgent(table, {
    binary: "/bin/sh",
    args: ["-c", shell.line],
    cwd: shell.cwd,
    env: { ...shell.env, [ENV.session]: mark },
    stdin: null,
    mark,
    onLine: (stream, line) => tails[stream].push(line),
  });
  let cause: "timeout" | "cancel" | null = null;
  const stop = (why: "timeout" | "cancel"): void => {
    cause ??= why;
    child.end(KILL_GRACE_MS);
  };
  const timer = setTimeout(() => stop("timeout"), shell.timeoutMs);
  const release = shell.cancel?.onCancel(() => stop("cancel"));
  const end = await child.ended;
  clearTimeout(timer);
  release?.();
  if (end.spawnError !== null) tails.stderr.push(end.spawnError);
  return {
    // Ended by us it may still claim a code of its own.
    exitCode: cause === null ? end.exitCode : null,
    stdout: tails.stdout.text(),
    stderr: tails.stderr.text(),
    timedOut: cause === "timeout",
  };
}

interface Tail {
  push(line: string): void;
  text(): string;
}

function createTail(): Tail {
  let text = "";
  return {
    push(line) {
      text += `${line.slice(-OUTPUT_CHARS)}\n`;
      if (text.length > 2 * OUTPUT_CHARS) text = text.slice(-OUTPUT_CHARS);
    },
    text: () => text.slice(-OUTPUT_CHARS),
  };
}
