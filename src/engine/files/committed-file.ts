import { shellWord } from "#core/text/shell-word";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import { repositoryPath } from "#engine/files/repository-path";
import { shownPath } from "#engine/files/shown-path";
import type { Ports } from "#engine/ports";

export interface CommittedFile {
  readonly text: string;
  /** What a person types in the project to have it back. */
  readonly checkout: string;
}

/** A file as a commit holds it; null where it doesn't, or git can't tell. Two processes: for a file that is missing or broken. */
export async function committedFile(
  ports: Ports,
  paths: BacklogPaths,
  path: string,
  commit = "HEAD",
): Promise<CommittedFile | null> {
  try {
    const found = await repositoryPath(ports, paths, path);
    if (found === null) return null;
    const text = await ports.git.fileAt(found.repository, commit, found.path);
    if (text === null) return null;
    // A sparse checkout may leave the file out: git refuses to bring it back, unless it is told so.
    const sparse = (await ports.files.stat(`${found.repository.gitDir}/info/sparse-checkout`)) !== null;
    const options = sparse ? " --ignore-skip-worktree-bits" : "";
    return { text, checkout: `git checkout${options} ${commit} -- ${shellWord(shownPath(paths, path))}` };
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
