import { utf8Length } from "#core/text/utf8-length";
import type { Ports } from "#engine/ports";

const BOM = "\uFEFF";
const BOM_BYTES = 3;

/** A text byte for byte; null when absent. Reading drops a byte order mark, but it is the user's, and written back it must be there. */
export async function readExactly(ports: Ports, path: string): Promise<string | null> {
  const text = await ports.files.read(path);
  if (text === null) return null;
  const size = (await ports.files.stat(path))?.size ?? 0;
  return size === utf8Length(text) + BOM_BYTES ? BOM + text : text;
}
