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
