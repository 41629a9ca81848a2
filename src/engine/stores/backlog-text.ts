import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/** Items are values: one that hasn't changed since it was last written is not put into words again. */
const texts = new WeakMap<BacklogItem, string>();

/** A backlog as its file holds it, letter for letter what jsonText gives, at the cost of the items that changed. */
export function backlogText(backlog: Backlog): string {
  const fields = Object.entries(backlog).flatMap(([key, value]) =>
    key === "items" ? [itemsField(backlog.items)] : field(key, value),
  );
  return `{\n${fields.join(",\n")}\n}\n`;
}

/** The text of a backlog that differs from a known one in a single item, by that item's text alone; null where it differs otherwise. */
export function splicedText(backlog: Backlog, known: { text: string; backlog: Backlog }): string | null {
  const { items: before, ...rest } = known.backlog;
  const { items: after, ...others } = backlog;
  if (before.length !== after.length || !sameFields(rest, others)) return null;
  const changed = after.findIndex((item, index) => item !== before[index]);
  const [old, now] = [before[changed], after[changed]];
  if (old === undefined || now === undefined) return null;
  if (after.some((item, index) => index > changed && item !== before[index])) return null;
  const words = itemText(old);
  const at = known.text.indexOf(words);
  if (at === -1 || known.text.includes(words, at + 1)) return null;
  return known.text.slice(0, at) + itemText(now) + known.text.slice(at + words.length);
}

const sameFields = (a: object, b: object): boolean => {
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([key, value], at) => key === right[at]?.[0] && value === right[at]?.[1])
  );
};

function itemsField(items: readonly BacklogItem[]): string {
  if (items.length === 0) return '  "items": []';
  return `  "items": [\n${items.map(itemText).join(",\n")}\n  ]`;
}

function itemText(item: BacklogItem): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = `    ${JSON.stringify(item, null, 2).replaceAll("\n", "\n    ")}`;
  texts.set(item, text);
  return text;
}

const field = (key: string, value: unknown): string[] =>
  value === undefined ? [] : [JSON.stringify({ [key]: value }, null, 2).slice(2, -2)];
