import { utf8Length } from "#core/text/utf8-length";

export interface FittedDiff {
  /** The diffs that fit, whole files only. */
  readonly text: string;
  /** One line for each file whose diff was left out. */
  readonly leftOut: readonly string[];
}

/** As much of a git diff as the budget takes, file by file, smallest first, so that as many as possible are seen whole; never silently empty. */
export function fitDiff(diff: string, maxBytes: number): FittedDiff {
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
    leftOut: files.flatMap((file) => (kept.has(file.text) ? [] : summary(file))),
  };
}

function summary({ text, bytes }: { text: string; bytes: number }): string {
  const name = /^diff --git (?:a\/.* )?"?b\/(.*?)"?$/m.exec(text)?.[1] ?? "a file";
  const added = text.match(/^\+(?!\+\+ )/gm)?.length ?? 0;
  const removed = text.match(/^-(?!-- )/gm)?.length ?? 0;
  return `${name}: +${added} -${removed}, ${Math.ceil(bytes / 1024)} KiB`;
}
