/** The candidate that was probably meant, for "did you mean"; null when none is near. The first of equals wins. */
export function closestWord(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const distance = isBeginning(word, candidate) ? 1 : editDistance(word, candidate);
    if (distance >= bestDistance || distance > tolerance(word, candidate)) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** `claude` for `claude-cli`, however long the rest. */
const isBeginning = (word: string, candidate: string): boolean =>
  word.length >= 3 && candidate.toLowerCase().startsWith(word.toLowerCase());

/** One slip in three letters. */
const tolerance = (a: string, b: string): number => Math.max(1, Math.floor(Math.max(a.length, b.length) / 3));

/** Insertions, deletions, replacements and swaps of neighbours, each counting one; upper and lower case are the same. */
const editDistance = (from: string, to: string): number => {
  const a = from.toLowerCase();
  const b = to.toLowerCase();
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped);
    }
  }
  return at(a.length, b.length);
};
