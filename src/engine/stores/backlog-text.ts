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

/** The text of a backlog that differs from a known one in its items, by the texts of the new ones alone; null where it differs otherwise, or where somebody else laid the known text out. */
export function splicedText(backlog: Backlog, known: { text: string; backlog: Backlog }): string | null {
  const { items: before, ...rest } = known.backlog;
  const { items: after, ...others } = backlog;
  const places = after.length > 0 && sameFields(rest, others) ? placesIn(known) : null;
  if (places === null) return null;
  const { starts, ends } = places;
  const moved: { readonly starts: number[]; readonly ends: number[] } = { starts: [], ends: [] };
  // Put together by `+`, a text stays in its parts until it is written: a list of words would be copied once more.
  let text = known.text.slice(0, starts[0]);
  let next = 0;
  for (let index = 0; index < after.length; index += 1) {
    const item = after[index]!;
    if (index > 0) text += SEPARATOR;
    const isEdited = before[next] !== item && before[next]?.id === item.id;
    const first = isEdited ? -1 : before.indexOf(item, next);
    if (first < 0) {
      moved.starts.push(text.length);
      text += itemText(item);
      moved.ends.push(text.length);
      if (isEdited) next += 1;
      continue;
    }
    for (next = first + 1; next < before.length && after[index + 1] === before[next]; next += 1) index += 1;
    const by = text.length - starts[first]!;
    for (let place = first; place < next; place += 1) {
      moved.starts.push(starts[place]! + by);
      moved.ends.push(ends[place]! + by);
    }
    text += known.text.slice(starts[first], ends[next - 1]);
  }
  text += known.text.slice(ends.at(-1));
  knownPlaces.set(backlog, { text, ...moved });
  return text;
}

interface Places {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Of backlogs whose text was put together here, so that it needn't be searched for them. */
const knownPlaces = new WeakMap<Backlog, Places & { readonly text: string }>();

function placesIn({ text, backlog }: { text: string; backlog: Backlog }): Places | null {
  const places = knownPlaces.get(backlog);
  return places?.text === text ? places : itemPlaces(text, backlog.items);
}

const LIST = '\n  "items": [\n';
const START = '    {\n      "id": "';
const AFTER_ID = '",\n';
const END = "\n    }";
const SEPARATOR = ",\n";

/** Where each item stands in a text of ours: a line break is never part of a JSON string, so the first brace at an item's depth ends it. */
function itemPlaces(text: string, items: readonly BacklogItem[]): Places | null {
  const list = text.indexOf(LIST);
  if (list < 0 || items.length === 0) return null;
  const starts: number[] = [];
  const ends: number[] = [];
  let at = list + LIST.length;
  for (const { id } of items) {
    const ours =
      text.startsWith(START, at) &&
      text.startsWith(id, at + START.length) &&
      text.startsWith(AFTER_ID, at + START.length + id.length);
    const end = text.indexOf(END, at) + END.length;
    if (!ours || end < END.length) return null;
    starts.push(at);
    ends.push(end);
    at = end + SEPARATOR.length;
    if (!text.startsWith(ends.length < items.length ? SEPARATOR : "\n  ]", end)) return null;
  }
  return { starts, ends };
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
