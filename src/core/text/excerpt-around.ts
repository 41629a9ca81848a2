import type { FileExcerpt } from "#contracts/file-excerpt";
import { maskSecrets } from "#core/text/mask-secrets";

const LINES_BEFORE = 14;
const LINES_AFTER = 16;
/** Of one line. */
const MAX_CHARS = 200;
/** What of a cut line stands before the fault. */
const LEAD_CHARS = 120;
/** What is looked at on each side: a file may be one line of megabytes, and a secret begin far above what is shown. */
const NEAR_CHARS = 32_768;
const CUT = "…";

/** The lines around a place, whose line (from 1) its caller has counted, secrets masked; null where a secret of several lines is near, since masking it moves the lines. */
export function excerptAround(text: string, line: number, offset: number): FileExcerpt | null {
  const start = Math.max(0, offset - NEAR_CHARS);
  const before = masked(text.slice(start, offset));
  const after = masked(text.slice(offset, offset + NEAR_CHARS));
  if (before === null || after === null) return null;
  const whole = start === 0 ? before : before.slice(1);
  const above = whole.slice(Math.max(0, whole.length - LINES_BEFORE - 1), -1);
  const lead = before.at(-1) ?? "";
  const cut = lead.length > LEAD_CHARS && lead.length + (after[0]?.length ?? 0) > MAX_CHARS;
  const shown = cut ? CUT + lead.slice(-LEAD_CHARS) : lead;
  return {
    firstLine: line - above.length,
    lines: [...above, shown + (after[0] ?? ""), ...after.slice(1, LINES_AFTER + 1)].map(fitted),
    caret: shown.length,
  };
}

/** The lines of a masked text, unless it lost some. */
function masked(text: string): readonly string[] | null {
  const lines = maskSecrets(text).split("\n");
  return lines.length === text.split("\n").length ? lines.map((line) => line.replace(/\r$/, "")) : null;
}

const fitted = (line: string): string =>
  line.length > MAX_CHARS ? line.slice(0, MAX_CHARS - 1) + CUT : line;
