import { markdownLines, type MarkdownLine } from "#core/init/markdown-lines";
import { foldLine } from "#core/text/fold-line";
import { ITEM_TYPES, PRIORITIES, type ItemType } from "#contracts/item-rules";
import type { CreateItemInput } from "#contracts/schema/item-input";

/** The type of an item that says none. */
const DEFAULT_TYPE: ItemType = "feature";

/**
 * The items of a plan in Markdown, in its order. Task bullets at the left margin are items and headings are sections;
 * without such bullets the deepest headings are items. Text is their description, bullets are their criteria, `[bug]`
 * in front sets the type, the first items get the first priorities. Finished tasks are left out.
 */
export function parseMarkdownSeed(markdown: string): CreateItemInput[] {
  const lines = markdownLines(markdown);
  const drafts = lines.some(isTask) ? draftsOfTasks(lines) : draftsOfHeadings(lines);
  return drafts
    .flatMap(({ head, body, section }) => {
      const { type, title } = splitType(head);
      return title === "" ? [] : [{ type, title, ...contentOf(body), ...(section && { notes: section }) }];
    })
    .map((item, position) => ({ ...item, priority: priorityAt(position) }));
}

/** The first three items get the first three priorities, all others the last. */
export function priorityAt(position: number): CreateItemInput["priority"] {
  return PRIORITIES[Math.min(position, PRIORITIES.length - 1)] ?? 4;
}

interface Draft {
  readonly head: string;
  readonly body: MarkdownLine[];
  /** Says where the item stood; "" where that is nowhere. */
  readonly section: string;
}

type Bullet = Extract<MarkdownLine, { kind: "bullet" }>;

const isTask = (line: MarkdownLine): line is Bullet =>
  line.kind === "bullet" && line.indent === 0 && (line.box !== null || TYPED.test(line.text));

const TYPED = new RegExp(`^\\[(${ITEM_TYPES.join("|")})\\]\\s+\\S`, "i");

/** What is indented under a task belongs to it; what stands at the margin ends it. */
function draftsOfTasks(lines: readonly MarkdownLine[]): Draft[] {
  const drafts: Draft[] = [];
  const headings: { level: number; text: string }[] = [];
  let body: MarkdownLine[] = [];
  for (const line of lines) {
    if (line.kind === "heading") {
      while ((headings.at(-1)?.level ?? 0) >= line.level) headings.pop();
      headings.push(line);
      body = [];
    } else if (isTask(line)) {
      body = [];
      const section = headings
        .map(({ text }) => foldLine(text))
        .filter(Boolean)
        .join(" > ");
      if (line.box !== "done") {
        drafts.push({ head: line.text, body, section: section === "" ? "" : `Section: ${section}` });
      }
    } else if (line.kind === "blank" || line.indent > 0) body.push(line);
    else body = [];
  }
  return drafts;
}

function draftsOfHeadings(lines: readonly MarkdownLine[]): Draft[] {
  const deepest = Math.max(0, ...lines.map((line) => (line.kind === "heading" ? line.level : 0)));
  const drafts: Draft[] = [];
  let body: MarkdownLine[] = [];
  for (const line of lines) {
    if (line.kind !== "heading") body.push(line);
    else {
      body = [];
      if (line.level === deepest) drafts.push({ head: line.text, body, section: "" });
    }
  }
  return drafts;
}

function splitType(head: string): { type: ItemType; title: string } {
  const named = /^\[([a-z]+)\]\s*/i.exec(head);
  const type = ITEM_TYPES.find((one) => one === named?.[1]?.toLowerCase());
  const title = foldLine(type === undefined ? head : head.slice(named?.[0].length));
  return { type: type ?? DEFAULT_TYPE, title: withoutEmphasis(title) };
}

/** `**Title**`: as a title it needs no emphasis. */
const withoutEmphasis = (title: string): string => /^(\*\*|__)(?=\S)(.*\S)\1$/.exec(title)?.[2] ?? title;

/** A bullet goes on in what is indented deeper than it; the rest is description. */
function contentOf(body: readonly MarkdownLine[]): { description: string; acceptanceCriteria?: string[] } {
  const criteria: string[] = [];
  const description: MarkdownLine[] = [];
  let open: Bullet | null = null;
  for (const line of body) {
    if (line.kind === "bullet") {
      open = line;
      criteria.push(line.text);
    } else if (line.kind === "text" && open !== null && line.indent > open.indent) {
      criteria.push(`${criteria.pop() ?? ""} ${line.text}`);
    } else {
      if (line.kind !== "blank") open = null;
      description.push(line);
    }
  }
  const kept = criteria.map(foldLine).filter((text) => text !== "");
  return { description: textOf(description), ...(kept.length > 0 && { acceptanceCriteria: kept }) };
}

/** Without the indentation that all lines share. */
function textOf(lines: readonly MarkdownLine[]): string {
  const margins = lines.flatMap((line) => (line.kind === "blank" ? [] : [line.indent]));
  const margin = Math.min(...margins, Number.MAX_SAFE_INTEGER);
  const shown = lines.map((line) =>
    line.kind === "blank" ? "" : " ".repeat(line.indent - margin) + line.text,
  );
  return shown
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
