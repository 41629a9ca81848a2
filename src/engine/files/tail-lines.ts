import type { Ports } from "#engine/ports";

const BYTES_A_LINE = 256;
/** A file of other making may hold lines without an end: then the last bytes have to do. */
const MOST_BYTES_A_LINE = 64 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;

/** The last lines of a file, oldest first, without reading what stands before them; none when there is no file. */
export async function tailLines(ports: Ports, path: string, lines: number): Promise<string[]> {
  if (lines === 0) return [];
  const size = (await ports.files.stat(path))?.size ?? 0;
  const most = Math.min(MOST_BYTES, lines * MOST_BYTES_A_LINE);
  for (let bytes = lines * BYTES_A_LINE; ; bytes *= 4) {
    const text = (await ports.files.readTail(path, bytes)) ?? "";
    const found = text.split("\n");
    if (found.at(-1) === "") found.pop();
    if (found.length > lines || bytes >= Math.min(size, most)) return found.slice(-lines);
  }
}
