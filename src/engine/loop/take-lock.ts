import { shellWord } from "#core/text/shell-word";
import { ToolError } from "#contracts/error";
import { GIT_LOCK_FILE, TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { folderName } from "#core/projects/absolute-path";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";
import { acquireLoopLock, type LockHeld, type LoopLock } from "#engine/stores/loop-lock";
import { shownPath } from "#engine/files/shown-path";

export type HeldLock = LoopLock;

/** `run` starts a loop; a recovery names itself, to be done once the live loop has stopped. */
export type LockPurpose = "run" | "reset" | "resume" | "backlog reset";

/** The backlog root's lock and the work tree's (null outside of a repository), or ToolError LOCK_CONFLICT that names the holder. */
export async function takeLock(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository | null,
  purpose: LockPurpose,
): Promise<LoopLock> {
  await ports.files.makeDir(paths.stateDir);
  const gitLock = repository === null ? null : `${repository.gitDir}/${GIT_LOCK_FILE}`;
  const taken = await acquireLoopLock(ports, paths, gitLock);
  if (taken.kind === "acquired") return taken;
  throw refusal(paths, taken, purpose);
}

function refusal(paths: BacklogPaths, held: LockHeld, purpose: LockPurpose): ToolError {
  const { pid, startedAt } = held.record;
  const where = held.scope === "root" ? folderName(paths.projectPath) : "another backlog of this repository";
  const watch = { command: `${TOOL_NAME} follow`, purpose: "watch it" };
  if (purpose === "run") {
    return new ToolError("LOCK_CONFLICT", `A loop is already running in ${where}.`, {
      details: { pid, startedAt },
      reason: "Nothing was started.",
      hints: [watch],
    });
  }
  const cancel = `touch ${shellWord(shownPath(paths, paths.cancel))}`;
  return new ToolError("LOCK_CONFLICT", `A loop is running in ${where}.`, {
    details: { pid, startedAt },
    reason: "Nothing was changed.",
    hints: [watch, { command: cancel, purpose: `stop it gracefully, then ${purpose}` }],
  });
}
