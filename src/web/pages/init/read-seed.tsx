import { ToolError } from "#contracts/error";
import type { ItemType, Priority } from "#contracts/item-rules";
import { ID_DIGITS } from "#contracts/limits";
import type { CreateItemInput } from "#contracts/schema/item-input";
import { parseJsonSeed, type SeedItem } from "#core/init/parse-json-seed";
import { parseMarkdownSeed } from "#core/init/parse-markdown-seed";

export interface ReadSeed {
  readonly format: "markdown" | "json";
  /** In the order of their ids. */
  readonly items: readonly CreateItemInput[];
  /** Why there are none, a sentence. */
  readonly fault: string | null;
}

let last: { readonly text: string; readonly seed: ReadSeed } | null = null;

/** A pasted text as items, as the server reads it; the last one is remembered, since several parts of the page ask. */
export function readSeed(text: string): ReadSeed {
  if (last?.text !== text) last = { text, seed: read(text) };
  return last.seed;
}

function read(text: string): ReadSeed {
  const format = /^\s*[[{]/.test(text) && !/^\s*\[[ xa-z]*\]/i.test(text) ? "json" : "markdown";
  if (format === "markdown") return { format, items: parseMarkdownSeed(text), fault: null };
  try {
    return { format, items: withNewIds(parseJsonSeed(JSON.parse(text))), fault: null };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { format, items: [], fault: error instanceof ToolError ? words : `This is no JSON: ${words}.` };
  }
}

/** The id that the item at this position gets, from 0. */
export function idAt(position: number): string {
  return String(position + 1).padStart(ID_DIGITS, "0");
}

/** Ids are given anew; what depends on one follows it. */
function withNewIds(items: readonly SeedItem[]): CreateItemInput[] {
  const ids = new Map(items.flatMap(({ id }, at) => (id === undefined ? [] : [[id, idAt(at)] as const])));
  return items.map((item) => {
    const { id: _, dependsOn, ...rest } = item;
    return { ...rest, ...(dependsOn && { dependsOn: dependsOn.map((one) => ids.get(one) ?? one) }) };
  });
}

/** What was changed beside the text, by the item's title: so it stays when items are added before it. */
export type SeedChanges = Readonly<
  Record<string, { readonly type?: ItemType; readonly priority?: Priority } | undefined>
>;

export function withChanges(items: readonly CreateItemInput[], changes: SeedChanges): CreateItemInput[] {
  return items.map((item) => ({ ...item, ...changes[item.title] }));
}

/** The line of each item's title, from 0; -1 where it can't be told. */
export function linesOfItems(text: string, items: readonly CreateItemInput[]): number[] {
  const lines = text.split("\n");
  let from = 0;
  return items.map(({ title }) => {
    for (let at = from; at < lines.length; at += 1) {
      if (lines[at]?.includes(title) !== true) continue;
      from = at + 1;
      return at;
    }
    return -1;
  });
}
