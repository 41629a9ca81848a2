import picocolors from "picocolors";

const { env, stdout } = process;
const colour = stdout.isTTY && !env.NO_COLOR && env.TERM !== "dumb";
const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || (process.platform === "darwin" ? "UTF-8" : "");
const ascii = env.TERM === "dumb" || env.TERM === "linux" || !/utf-?8/i.test(locale);

const paint = picocolors.createColors(colour);
export const { bold, dim } = paint;

/** In the alphabet of this terminal. */
export const glyph = {
  done: paint.green(ascii ? "+" : "✓"),
  blocked: paint.yellow("!"),
  asks: paint.yellow("?"),
  deferred: paint.yellow(ascii ? ">" : "»"),
  pending: ascii ? "-" : "○",
  next: paint.cyan(ascii ? "->" : "→"),
};

const EDGE = Math.min(stdout.columns ?? 80, 80);
const INDENT = 7;

export const print = (text = "") => stdout.write(`${text}\n`);

/** An item with one fact at the right edge. */
export function itemLine(sign, { id, title }, fact) {
  const room = EDGE - INDENT - fact.length - 2;
  const shown = title.length > room ? `${title.slice(0, Math.max(room - 1, 1))}${ascii ? "~" : "…"}` : title;
  return `${sign} ${id}  ${shown.padEnd(room)}  ${dim(fact)}`;
}

/** What belongs to an item, under its title. */
export const under = (text) => wrap(text, EDGE - INDENT).map((line) => " ".repeat(INDENT) + line);

/** Commands with their purposes in one column. */
export function hints(pairs) {
  const width = Math.max(...pairs.map(([command]) => command.length));
  const indent = ascii ? "   " : "  ";
  return pairs.map(([command, purpose], i) => {
    const start = i === 0 ? `${glyph.next} ` : indent;
    return `${start}${bold(command)}${" ".repeat(width - command.length + 3)}${dim(purpose)}`;
  });
}

/** `19s`, `2m 14s`. */
export function duration(ms) {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60
    ? `${seconds}s`
    : `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
}

/** Files and agents may say anything; a terminal must not be told what to do. */
export const clean = (text) => text.replace(/\s+/g, " ").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "");

function wrap(text, columns) {
  const lines = [""];
  for (const word of clean(text).split(" ")) {
    const longer = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
    if (longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
