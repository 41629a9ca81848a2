import type { FileChange } from "#core/git/file-change";
import type { GitDiff, GitRepository } from "#engine/git-port";
import { WITHOUT_STATE_DIRS } from "#platform/git/pathspec";
import { revision } from "#platform/git/revision";
import { gitFailure, mustSucceed, type RunGit } from "#platform/git/run-git";

/** Whatever the user has set for his own diffs, these read the same everywhere. */
const FORM = ["--find-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--submodule=short"];
const PATCH = ["--unified=3", "--src-prefix=a/", "--dst-prefix=b/"];

/** The list of files is always whole; of the text, what goes beyond the bytes is cut off before the file that it breaks. */
export async function diffTrees(
  git: RunGit,
  { topLevel }: GitRepository,
  from: string,
  to: string,
  maxBytes: number,
): Promise<GitDiff> {
  const diff = (form: readonly string[]): string[] =>
    [
      "-c",
      "core.quotePath=false",
      "diff",
      FORM,
      form,
      revision(from),
      revision(to),
      "--",
      WITHOUT_STATE_DIRS,
    ].flat();
  const counts = await git({ cwd: topLevel, args: diff(["--numstat", "-z"]), reads: true });
  const files = parseCounts(mustSucceed("compare two commits", counts));
  if (files.length === 0) return { text: "", files };
  const patch = await git({ cwd: topLevel, args: diff(PATCH), reads: true, keepBytes: maxBytes });
  if (patch.exitCode !== 0 && !patch.cut) throw gitFailure("compare two commits", patch);
  return { text: patch.cut ? wholeFiles(patch.stdout) : patch.stdout, files };
}

/** Records of `added TAB removed TAB path`; of a rename the path is empty, and the old and the new one follow. */
function parseCounts(output: string): FileChange[] {
  const fields = output.split("\0");
  const files: FileChange[] = [];
  for (let at = 0; at < fields.length - 1; at += 1) {
    const [added = "", removed = "", ...path] = (fields[at] ?? "").split("\t");
    const named = path.join("\t");
    if (named === "") at += 2;
    files.push({ path: named || (fields[at] ?? ""), added: countOf(added), removed: countOf(removed) });
  }
  return files;
}

/** Binaries have a dash. */
const countOf = (text: string): number | null => (text === "-" ? null : Number(text));

const wholeFiles = (text: string): string =>
  text.slice(0, Math.max(0, text.lastIndexOf("\ndiff --git ") + 1));
