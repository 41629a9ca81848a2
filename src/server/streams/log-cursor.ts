import { LOG_STREAM_OPENING_LINES } from "#contracts/limits";
import { FILES } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";
import { encodeMessage } from "#server/streams/encode-message";
import { createLinePages, type LinePages, type Place } from "#server/streams/line-pages";

const WINDOW_BYTES = 16_384;
const MAX_WINDOW_BYTES = 1_048_576;

/** The log's lines as server-sent messages, encoded once for all their readers. */
export function createLogPages(ports: Ports, paths: BacklogPaths): LinePages<Uint8Array> {
  return createLinePages(ports, {
    path: paths.log,
    archive: `${paths.stateDir}/${FILES.archive}`,
    bytesOf: (bytes) => bytes.byteLength,
    encode: (lines) => encodeMessage("log", lines),
  });
}

/** One reader's way through the log: first its last lines, even when there are none, then each page as it comes. */
export function createLogCursor(
  ports: Ports,
  paths: BacklogPaths,
  pages: LinePages<Uint8Array>,
): { next(): Promise<Uint8Array | null> } {
  let opened = false;
  let place: Place | null = null;
  return {
    async next() {
      if (!opened) {
        const opening = await openAtEnd(ports, paths.log);
        opened = true;
        place = opening.place;
        return encodeMessage("log", opening.lines);
      }
      const page = await pages.read(place);
      if (page === null) return null;
      place = page.next;
      return page.content;
    },
  };
}

/** The last lines, and the place right after them. */
async function openAtEnd(
  ports: Ports,
  path: string,
): Promise<{ readonly lines: readonly string[]; readonly place: Place | null }> {
  for (let bytes = WINDOW_BYTES; ; bytes *= 4) {
    const stat = await ports.files.stat(path);
    if (stat === null) return { lines: [], place: null };
    const from = Math.max(0, stat.size - bytes);
    const found = await ports.files.readLines(path, from, bytes);
    if ((await ports.files.stat(path))?.inode !== stat.inode || found === null) continue;
    // What stands first in a window is the end of a line.
    const lines = from === 0 ? found.lines : found.lines.slice(1);
    if (from === 0 || lines.length >= LOG_STREAM_OPENING_LINES || bytes >= MAX_WINDOW_BYTES) {
      const place = { inode: stat.inode, from: found.next };
      return { lines: lines.slice(-LOG_STREAM_OPENING_LINES), place };
    }
  }
}
