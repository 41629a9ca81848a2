import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";
import { readLogTail } from "#engine/stores/loop-log";

/** The last lines of the raw log, oldest first; none when no run has written one. */
export function readLog(
  ports: Ports,
  paths: BacklogPaths,
  input: { readonly tail: number },
): Promise<readonly string[]> {
  return readLogTail(ports, paths, input.tail);
}
