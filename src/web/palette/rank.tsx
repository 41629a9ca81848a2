/** Those whose text has every word that was typed: at its beginning first, then at the beginning of a word, then anywhere. */
export function ranked<T>(all: readonly T[], typed: string, textOf: (one: T) => string): readonly T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all
    .map((one) => ({ one, place: placeOf(textOf(one).toLowerCase(), words) }))
    .filter(({ place }) => place < Infinity)
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

function placeOf(text: string, words: readonly string[]): number {
  return Math.max(
    ...words.map((word) => {
      if (text.startsWith(word)) return 0;
      if (text.includes(` ${word}`)) return 1;
      return text.includes(word) ? 2 : Infinity;
    }),
  );
}
