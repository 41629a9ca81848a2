import { utf8Length } from "#core/text/utf8-length";

/** One unit of a string takes this many bytes at most. */
const UNIT_BYTES_MAX = 3;

/** The last whole lines of a text within the budget; of a last line that is longer alone, its end. */
export function lastLines(text: string, maxBytes: number): { text: string; cut: boolean } {
  if (utf8Length(text) <= maxBytes) return { text, cut: false };
  const lines = text.slice(-maxBytes).split("\n");
  let from = lines.length;
  for (let bytes = 0; from > 1; from -= 1) {
    bytes += utf8Length(lines[from - 1] ?? "") + 1;
    if (bytes > maxBytes + 1) break;
  }
  const kept = lines.slice(from).join("\n");
  return { text: kept.trim() === "" ? endOf(text.trimEnd(), maxBytes) : kept, cut: true };
}

function endOf(line: string, maxBytes: number): string {
  const end = line.slice(-Math.floor(maxBytes / UNIT_BYTES_MAX));
  return end.replace(/^[\udc00-\udfff]/, "");
}
