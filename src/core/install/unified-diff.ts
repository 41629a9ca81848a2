/** Unchanged lines around a change. */
const CONTEXT = 3;
/** Beyond this many pairs of lines a change is shown as a whole: nobody reads its details. */
const MOST_PAIRS = 1_000_000;

interface Edit {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/** As `diff -u` words it; null where nothing would change. A file that isn't there is null. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string | null {
  if (before === after) return null;
  const edits = compare(linesOf(before), linesOf(after));
  const from = before === null ? "/dev/null" : `a/${path}`;
  const to = after === null ? "/dev/null" : `b/${path}`;
  return `${[`--- ${from}`, `+++ ${to}`, ...hunks(edits)].join("\n")}\n`;
}

/** Lines with their ends: one that lacks it differs from one that has it. */
const linesOf = (text: string | null): string[] => (text ?? "").match(/[^\n]*\n|[^\n]+$/g) ?? [];

function compare(before: readonly string[], after: readonly string[]): Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ sign: " ", line }));
  return [
    ...same(before.slice(0, start)),
    ...changes(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

/** By the longest common subsequence. */
function changes(before: readonly string[], after: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  const common = before.length * after.length > MOST_PAIRS ? null : commonLengths(before, after);
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, young] = [before[i], after[j]];
    const keepsOld = (common?.[i]?.[j + 1] ?? 0) > (common?.[i + 1]?.[j] ?? 0);
    if (common !== null && old !== undefined && old === young) {
      edits.push({ sign: " ", line: old });
      i += 1;
      j += 1;
    } else if (old !== undefined && (young === undefined || !keepsOld)) {
      edits.push({ sign: "-", line: old });
      i += 1;
    } else if (young !== undefined) {
      edits.push({ sign: "+", line: young });
      j += 1;
    }
  }
  return edits;
}

/** Of the tails from each pair of lines on. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const [row = [], below = []] = [table[i], table[i + 1]];
    for (let j = after.length - 1; j >= 0; j -= 1) {
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function hunks(edits: readonly Edit[]): string[] {
  const lines: string[] = [];
  let [oldLine, newLine] = [1, 1];
  let at = 0;
  while (at < edits.length) {
    const [from, to] = nextHunk(edits, at);
    if (from === to) break;
    for (; at < from; at += 1) {
      oldLine += 1;
      newLine += 1;
    }
    const hunk = edits.slice(from, to);
    const olds = hunk.filter(({ sign }) => sign !== "+").length;
    const news = hunk.filter(({ sign }) => sign !== "-").length;
    lines.push(`@@ -${range(oldLine, olds)} +${range(newLine, news)} @@`, ...hunk.flatMap(shown));
    oldLine += olds;
    newLine += news;
    at = to;
  }
  return lines;
}

/** From its first line of context to behind its last; empty at the end. */
function nextHunk(edits: readonly Edit[], start: number): readonly [from: number, to: number] {
  const first = edits.findIndex(({ sign }, index) => index >= start && sign !== " ");
  if (first === -1) return [edits.length, edits.length];
  let last = first;
  for (let i = first; i < edits.length && i - last <= 2 * CONTEXT; i += 1) {
    if (edits[i]?.sign !== " ") last = i;
  }
  return [Math.max(start, first - CONTEXT), Math.min(edits.length, last + 1 + CONTEXT)];
}

/** Where a side has no line, the line before counts, as diff has it. */
const range = (line: number, count: number): string =>
  count === 1 ? `${line}` : `${count === 0 ? line - 1 : line},${count}`;

const shown = ({ sign, line }: Edit): string[] =>
  line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"];
