/** A line as far as a plan needs to know it. Of fenced code every line is text. */
export type MarkdownLine =
  | { readonly kind: "heading"; readonly level: number; readonly text: string; readonly indent: 0 }
  | {
      readonly kind: "bullet";
      readonly indent: number;
      /** Without its mark and box. */
      readonly text: string;
      /** Null: it has no box. */
      readonly box: "open" | "done" | null;
    }
  | { readonly kind: "text"; readonly indent: number; readonly text: string }
  | { readonly kind: "blank" };

const TAB_COLUMNS = 4;
const FENCE = /^(`{3,}|~{3,})/;
const BULLET = /^(?:[-*+]|\d{1,9}[.)])(?:\s+(.*))?$/;
const BOX = /^\[([ xX])\](?:\s+(.*))?$/;
const HEADING = /^(#{1,6})(?:\s+(.*?))?(?:\s+#+)?$/;
const RULE = /^(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const UNDERLINE = /^(=+|-+)$/;

/** The lines of a Markdown text, whatever its line ends; underlined headings count, front matter and comments don't. */
export function markdownLines(markdown: string): MarkdownLine[] {
  const texts = withoutAside(markdown).split("\n");
  const lines: MarkdownLine[] = [];
  let fence: string | null = null;
  for (const raw of texts) {
    const indent = columnsBefore(raw);
    const text = raw.trim();
    const mark = FENCE.exec(text)?.[1] ?? null;
    if (fence !== null) {
      lines.push({ kind: "text", indent, text });
      if (mark !== null && mark.startsWith(fence) && text === mark) fence = null;
      continue;
    }
    if (mark !== null) fence = mark;
    const level = underlineLevel(text, lines.at(-1));
    const above = lines.at(-1);
    if (level !== null && above?.kind === "text") lines[lines.length - 1] = heading(level, above.text);
    else lines.push(lineOf(text, indent));
  }
  return lines;
}

function withoutAside(markdown: string): string {
  return markdown
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^---\n[^]*?\n---(?:\n|$)/, "")
    .replaceAll(/^<!--[^]*?-->[^\S\n]*$/gm, "");
}

function columnsBefore(raw: string): number {
  let columns = 0;
  for (const char of raw) {
    if (char === " ") columns += 1;
    else if (char === "\t") columns += TAB_COLUMNS - (columns % TAB_COLUMNS);
    else break;
  }
  return columns;
}

/** Only a line of text at the margin can be underlined. */
function underlineLevel(text: string, above: MarkdownLine | undefined): 1 | 2 | null {
  const mark = UNDERLINE.exec(text)?.[1];
  if (mark === undefined || above?.kind !== "text" || above.indent > 0 || FENCE.test(above.text)) return null;
  return mark.startsWith("=") ? 1 : 2;
}

function lineOf(text: string, indent: number): MarkdownLine {
  if (text === "" || RULE.test(text)) return { kind: "blank" };
  const head = indent === 0 ? HEADING.exec(text) : null;
  if (head !== null) return heading(head[1]?.length ?? 1, head[2] ?? "");
  const bullet = BULLET.exec(text);
  if (bullet === null) return { kind: "text", indent, text };
  const content = bullet[1] ?? "";
  const box = BOX.exec(content);
  if (box === null) return { kind: "bullet", indent, text: content, box: null };
  return { kind: "bullet", indent, text: box[2] ?? "", box: box[1] === " " ? "open" : "done" };
}

const heading = (level: number, text: string): MarkdownLine => ({ kind: "heading", level, text, indent: 0 });
