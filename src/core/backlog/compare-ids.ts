import { ID_DIGITS } from "#contracts/limits";

/** Order of ids: digits first and as numbers ("999" before "1000"), then everything else by text. */
export function compareIds(a: string, b: string): number {
  const numberA = isNumber(a);
  const numberB = isNumber(b);
  if (numberA !== numberB) return numberA ? -1 : 1;
  // Digits of one length, as nearly all ids are: a sort of thousands has no time for more.
  if (a.length === b.length) return compareText(a, b);
  if (numberA) return compareNumbers(a, b) || a.length - b.length;
  return compareText(a, b);
}

/** One above the highest number among all ids ever used: the archive's count too, or an old commit would speak for a new item. */
export function nextId(items: readonly { readonly id: string }[], archivedIds: Iterable<string>): string {
  let highest = "0";
  const see = (id: string): void => {
    if (isNumber(id) && compareNumbers(id, highest) > 0) highest = id;
  };
  for (const item of items) see(item.id);
  for (const id of archivedIds) see(id);
  return String(BigInt(highest) + 1n).padStart(ID_DIGITS, "0");
}

function isNumber(id: string): boolean {
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return id.length > 0;
}

/** As digits, not as numbers: an id may be longer than a number is exact. */
function compareNumbers(a: string, b: string): number {
  const digitsA = withoutZeros(a);
  const digitsB = withoutZeros(b);
  return digitsA.length - digitsB.length || compareText(digitsA, digitsB);
}

function withoutZeros(id: string): string {
  return id.startsWith("0") ? id.replace(/^0+/, "") : id;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
