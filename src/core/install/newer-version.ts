/** Whether the first of two versions ("1.2.0") came later; what is no number in them is not compared. */
export function isNewerVersion(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  const differs = a.findIndex((number, index) => number !== (b[index] ?? 0));
  return differs !== -1 && (a[differs] ?? 0) > (b[differs] ?? 0);
}

const numbersOf = (version: string): number[] =>
  (/^\d+(\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
