import { inStateDir } from "#core/git/own-paths";
import type { GitDiff } from "#engine/git-port";

type Snapshot = ReadonlyMap<string, string>;

/** As git words it, but every line of a file that differs counts as changed. */
export function memoryDiff(from: Snapshot, to: Snapshot, maxBytes: number): GitDiff {
  const paths = [...new Set([...from.keys(), ...to.keys()])]
    .filter((path) => from.get(path) !== to.get(path) && !inStateDir(path))
    .sort();
  const sections = paths.map((path) => {
    const removed = linesOf(from.get(path)).map((line) => `-${line}\n`);
    const added = linesOf(to.get(path)).map((line) => `+${line}\n`);
    const text = `diff --git a/${path} b/${path}\n${[...removed, ...added].join("")}`;
    return { file: { path, added: added.length, removed: removed.length }, text };
  });
  let text = "";
  for (const section of sections) {
    if (text.length + section.text.length > maxBytes) break;
    text += section.text;
  }
  return { text, files: sections.map(({ file }) => file) };
}

const linesOf = (text = ""): string[] =>
  text.split("\n").filter((line, i, all) => line !== "" || i < all.length - 1);
