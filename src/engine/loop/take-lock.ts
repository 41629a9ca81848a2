import { shellWord } from "#core/text/shell-word";
import { ToolError, type Hint } from "#contracts/error";
import { GIT_LOCK_FILE, TOOL_NAME } from "#contracts/names";
import { backlogPaths, type BacklogPaths } from "#contracts/paths";
import { folderName, tildePath } from "#core/projects/absolute-path";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";
import { listActiveLoops } from "#engine/stores/active-loops";
import { acquireLoopLock, type LockHeld, type LoopLock } from "#engine/stores/loop-lock";
import { withWriteRemedy } from "#engine/files/write-remedy";
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
  const taken = await acquireLoopLock(ports, paths, gitLock).catch(async (error: unknown) => {
    throw await withWriteRemedy(ports, paths, error);
  });
  if (taken.kind === "acquired") return taken;
  const elsewhere = taken.scope === "root" ? null : await loopElsewhere(ports, taken, repository);
  throw refusal(ports, paths, taken, elsewhere, purpose);
}

/** The other loop of the repository, by its entry; null while it is still starting. */
async function loopElsewhere(
  ports: Ports,
  { record }: LockHeld,
  repository: GitRepository | null,
): Promise<BacklogPaths | null> {
  for (const entry of await listActiveLoops(ports).catch(() => [])) {
    if (entry.pid !== record.pid) continue;
    const itsOwn = await ports.git.repository(entry.projectPath).catch(() => null);
    if (itsOwn?.gitDir === repository?.gitDir) return backlogPaths(entry.projectPath, entry.backlogRoot);
  }
  return null;
}

function refusal(
  ports: Ports,
  paths: BacklogPaths,
  { record, scope }: LockHeld,
  elsewhere: BacklogPaths | null,
  purpose: LockPurpose,
): ToolError {
  const { pid, startedAt } = record;
  const words = purpose === "run" ? "A loop is already running" : "A loop is running";
  const where = scope === "root" ? folderName(paths.projectPath) : placeOf(paths, elsewhere);
  return new ToolError("LOCK_CONFLICT", `${words} in ${where}.`, {
    details: {
      pid,
      startedAt,
      ...(elsewhere !== null && { projectPath: elsewhere.projectPath, backlogRoot: elsewhere.root }),
    },
    reason: purpose === "run" ? "Nothing was started." : "Nothing was changed.",
    hints: scope === "root" ? hintsHere(paths, purpose) : hintsElsewhere(ports, elsewhere, purpose),
  });
}

const placeOf = (paths: BacklogPaths, elsewhere: BacklogPaths | null): string => {
  if (elsewhere === null) return "another backlog of this repository";
  const name = folderName(elsewhere.projectPath);
  return elsewhere.projectPath === paths.projectPath
    ? `another backlog of ${name}: ${shownPath(elsewhere, elsewhere.root)}`
    : `${name}, which is in the same repository`;
};

const hintsHere = (paths: BacklogPaths, purpose: LockPurpose): readonly Hint[] => [
  { command: `${TOOL_NAME} follow`, purpose: "watch it" },
  ...stopHint(shownPath(paths, paths.cancel), purpose),
];

/** With the other's own path and backlog: here they would follow and stop nothing. */
function hintsElsewhere(ports: Ports, elsewhere: BacklogPaths | null, purpose: LockPurpose): readonly Hint[] {
  if (elsewhere === null) return [{ command: `${TOOL_NAME} status --all`, purpose: "see which" }];
  const { projectPath, root } = elsewhere;
  const short = tildePath(projectPath, ports.machine.home);
  const project = shellWord(short) === short ? short : shellWord(projectPath);
  const own = backlogPaths(projectPath).root === root;
  const backlog = own ? "" : ` --backlog ${shellWord(shownPath(elsewhere, root))}`;
  return [
    { command: `${TOOL_NAME} follow ${project}${backlog}`, purpose: "watch it" },
    ...stopHint(elsewhere.cancel, purpose),
  ].map((hint) => ({ ...hint, placed: true }));
}

const stopHint = (cancel: string, purpose: LockPurpose): readonly Hint[] =>
  purpose === "run"
    ? []
    : [{ command: `touch ${shellWord(cancel)}`, purpose: `stop it gracefully, then ${purpose}` }];
