import { existsSync } from "node:fs";
import { join } from "node:path";
import type { GitRepository } from "#engine/git-port";
import { mustSucceed, type RunGit } from "#platform/git/run-git";

const ARGS = ["status", "--porcelain=v2", "-z", "--untracked-files=no", "--no-renames"];
/** Changed, or with files that git doesn't track: `1 .M S.MU …`; eight fields before the path. */
const DIRTY = /^1 \S+ S.(?:M.|.U) (?:\S+ ){5}(.*)$/s;

/** Submodules in whose own work trees something is uncommitted. */
export async function dirtySubmodules(git: RunGit, { topLevel }: GitRepository): Promise<string[]> {
  if (!existsSync(join(topLevel, ".gitmodules"))) return [];
  const answer = await git({ cwd: topLevel, args: [...ARGS, "--ignore-submodules=none"], reads: true });
  const lines = mustSucceed("read the state of the submodules", answer).split("\0");
  return lines.flatMap((line) => DIRTY.exec(line)?.[1] ?? []);
}
