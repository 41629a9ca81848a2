import { stampLine } from "#core/events/log-line";
import { SERVER_LOG_MAX_BYTES } from "#contracts/limits";
import { globalPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";
import { tailLines } from "#engine/files/tail-lines";

/** Where the log's predecessor lies. */
const OLD_SUFFIX = ".1";

/** Stamps and appends lines of the server's log, in order; never throws. A log that has grown too long is emptied into its predecessor: in place, since the process prints there too. */
export function openServerLog(ports: Ports): (line: string) => void {
  const { serverLog } = globalPaths(ports.machine.home);
  let last = Promise.resolve();
  const write = async (line: string): Promise<void> => {
    const size = (await ports.files.stat(serverLog))?.size ?? 0;
    if (size > SERVER_LOG_MAX_BYTES) await putAway(ports, serverLog);
    await ports.files.append(serverLog, `${line}\n`);
  };
  return (line) => {
    const text = stampLine(line, ports.clock.now());
    // A full disk must not end the server.
    last = last.then(() => write(text)).catch(() => undefined);
  };
}

/** The last lines, oldest first; of a log that has just been put away its predecessor's, too. */
export async function readServerLog(ports: Ports, lines: number): Promise<string[]> {
  const { serverLog } = globalPaths(ports.machine.home);
  const found: string[] = [];
  for (const path of [serverLog, serverLog + OLD_SUFFIX]) {
    if (found.length < lines) found.unshift(...(await tailLines(ports, path, lines - found.length)));
  }
  return found;
}

async function putAway(ports: Ports, serverLog: string): Promise<void> {
  const text = await ports.files.readTail(serverLog, 2 * SERVER_LOG_MAX_BYTES);
  await ports.files.write(serverLog + OLD_SUFFIX, text ?? "");
  await ports.files.write(serverLog, "");
}
