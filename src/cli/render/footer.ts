import type { OutputStream } from "#cli/host";
import { textWidth } from "#cli/render/width";

const BEGIN_UPDATE = "\u001b[?2026h";
const END_UPDATE = "\u001b[?2026l";
const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";
/** From the second column, the first being empty by then: at the first of all, tmux takes it for a new screen and keeps the old one in its history. */
const ERASE_BELOW = "\u001b[2K\u001b[C\u001b[J\r";

/** A few live lines at the end of ordinary scrollback. */
export interface Footer {
  /** Replaces what stands there; lines must be cut to the width already. */
  draw(lines: readonly string[]): void;
  /** Adds history; the footer stays under it. */
  above(lines: readonly string[]): void;
  /** After the terminal was somebody else's (Ctrl-Z): nothing of ours stands on it any more. */
  forget(): void;
  /** Removes the lines and gives the cursor back. */
  clear(): void;
}

/** Each change is one synchronized write; old lines are erased by their rows as the terminal has reflowed them since. */
export function createFooter(
  stream: OutputStream,
  columns: () => number,
  rows: () => number | null = () => null,
): Footer {
  let drawn: readonly string[] = [];
  let hidden = false;

  const erase = (): string => {
    if (drawn.length === 0) return "";
    const height = drawn.reduce((sum, line) => sum + rowsOf(line, columns()), 0);
    return `\r${height > 1 ? `\u001b[${height - 1}A` : ""}${ERASE_BELOW}`;
  };
  const put = (history: string, lines: readonly string[]): void => {
    const cursor = hidden === lines.length > 0 ? "" : lines.length > 0 ? HIDE_CURSOR : SHOW_CURSOR;
    const text = `${erase()}${history}${lines.join("\n")}${cursor}`;
    if (text !== "") stream.write(`${BEGIN_UPDATE}${text}${END_UPDATE}`);
    drawn = lines;
    hidden = lines.length > 0;
  };
  return {
    draw: (lines) => put("", fitting(lines, columns(), rows())),
    above: (lines) => put(lines.map((line) => `${line}\n`).join(""), drawn),
    forget() {
      drawn = [];
      hidden = false;
    },
    clear: () => put("", []),
  };
}

/** As many as a terminal of that height shows, from the first on: what has left it at the top can't be erased. */
const fitting = (lines: readonly string[], columns: number, rows: number | null): readonly string[] => {
  if (rows === null) return lines;
  let left = rows;
  const end = lines.findIndex((line) => (left -= rowsOf(line, columns)) < 0);
  return end === -1 ? lines : lines.slice(0, end);
};

const rowsOf = (line: string, columns: number): number => Math.max(1, Math.ceil(textWidth(line) / columns));
