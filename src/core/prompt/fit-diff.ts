import type { FileChange } from "#core/git/file-change";
import { foldLine } from "#core/text/fold-line";
import { utf8Length } from "#core/text/utf8-length";

export interface FittedDiff {
  /** The diffs that fit, whole files only. */
  readonly text: string;
  /** One line for each file whose diff was left out. */
  readonly leftOut: readonly string[];
}

/** As much of a git diff as the budget takes, file by file, smallest first, so that as many as possible are seen whole; never silently empty. `changed`: all files that differ, for what the text itself was cut short of. */
export function fitDiff(diff: string, maxBytes: number, changed: readonly FileChange[] = []): FittedDiff {
  const files =
    diff === "" ? [] : diff.split(/^(?=diff --git )/m).map((text) => ({ text, bytes: utf8Length(text) }));
  const kept = new Set<string>();
  let bytes = 0;
  for (const file of files.toSorted((a, b) => a.bytes - b.bytes)) {
    bytes += file.bytes;
    if (bytes > maxBytes) break;
    kept.add(file.text);
  }
  return {
    text: files.flatMap(({ text }) => (kept.has(text) ? text : [])).join(""),
    leftOut: [
      ...files.flatMap((file) => (kept.has(file.text) ? [] : summary(file))),
      ...unread(changed, new Set(files.map(({ text }) => nameOf(text)))),
    ],
  };
}

const unread = (changed: readonly FileChange[], read: ReadonlySet<string>): string[] =>
  changed
    .filter(({ path }) => !read.has(path))
    .map(
      ({ path, added, removed }) =>
        `${foldLine(path)}: ${added === null ? "binary" : `+${added} -${removed}`}`,
    );

function summary({ text, bytes }: { text: string; bytes: number }): string {
  const added = text.match(/^\+(?!\+\+ )/gm)?.length ?? 0;
  const removed = text.match(/^-(?!-- )/gm)?.length ?? 0;
  return `${nameOf(text)}: +${added} -${removed}, ${Math.ceil(bytes / 1024)} KiB`;
}

const nameOf = (text: string): string => /^diff --git (?:a\/.* )?"?b\/(.*?)"?$/m.exec(text)?.[1] ?? "a file";
