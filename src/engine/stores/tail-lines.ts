import type { Ports } from "#engine/ports";

const BYTES_A_LINE = 256;

/** The last lines of a file, oldest first, without reading what stands before them; none when there is no file. */
export async function tailLines(ports: Ports, path: string, lines: number): Promise<string[]> {
  if (lines === 0) return [];
  const size = (await ports.files.stat(path))?.size ?? 0;
  for (let bytes = lines * BYTES_A_LINE; ; bytes *= 4) {
    const text = (await ports.files.readTail(path, bytes)) ?? "";
    const found = text.split("\n");
    if (found.at(-1) === "") found.pop();
    if (found.length > lines || bytes >= size) return found.slice(-lines);
  }
}
