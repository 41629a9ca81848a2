import { stampLine } from "#core/events/log-line";
import { maskSecrets } from "#core/text/mask-secrets";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";
import { createLineAppender } from "#engine/files/line-appender";
import { tailLines } from "#engine/files/tail-lines";

export interface LoopLog {
  /** Each text becomes one stamped line; never throws. */
  append(texts: readonly string[]): void;
  /** Settles when every line is written, or can't be. */
  flush(): Promise<void>;
  readonly lastError: unknown;
}

const TORN_CHECK_BYTES = 4096;

/** The run's log, which goes on where earlier runs left it; a line that a crash cut short is ended first. */
export async function openLoopLog(ports: Ports, paths: BacklogPaths): Promise<LoopLog> {
  const appender = createLineAppender(ports, paths.log, await endsTorn(ports, paths.log));
  return {
    append(texts) {
      const now = ports.clock.now();
      appender.append(texts.map((text) => () => stampLine(maskSecrets(text), now)));
    },
    flush: () => appender.flush(),
    get lastError() {
      return appender.lastError;
    },
  };
}

/** The last lines, oldest first; none when there is no log. */
export function readLogTail(ports: Ports, paths: BacklogPaths, lines: number): Promise<string[]> {
  return tailLines(ports, paths.log, lines);
}

/** Enough for any run's log; what stands before it is of no interest. */
const RUN_BYTES = 4 * 1024 * 1024;

/** The lines that tell of the last run, where no state does; null when there is no log. */
export async function readRunLog(ports: Ports, paths: BacklogPaths): Promise<string[] | null> {
  return (await ports.files.readTail(paths.log, RUN_BYTES))?.split("\n") ?? null;
}

async function endsTorn(ports: Ports, path: string): Promise<boolean> {
  const size = (await ports.files.stat(path))?.size ?? 0;
  if (size === 0) return false;
  const end = await ports.files.readLines(path, Math.max(0, size - TORN_CHECK_BYTES), TORN_CHECK_BYTES);
  return end !== null && end.next < size;
}
