import { shellWord } from "#core/text/shell-word";
import { ownPaths } from "#core/git/own-paths";
import { requeueItem } from "#core/backlog/move-item";
import { ToolError } from "#contracts/error";
import { COMMIT_PREFIX } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { CheckedRun } from "#engine/loop/check-run";
import { clearIndexLock } from "#engine/loop/tree/clear-index-lock";
import { detached, guardTree, PROTECTED_BRANCHES } from "#engine/loop/tree/guard-tree";
import type { RunRequest } from "#engine/loop/loop-context";
import { prefixOf } from "#engine/files/repository-path";
import {
  applyRecovery,
  planRunRecovery,
  sweepDeadRun,
  unfinishedWork,
  type TreeRecovery,
} from "#engine/loop/recover-run";
import type { RunHooks } from "#engine/loop/start-loop";
import type { HeldLock } from "#engine/loop/take-lock";
import type { GitHead, GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";
import { editBacklog, readBacklog } from "#engine/stores/backlog-store";
import { readStateOrNull } from "#engine/stores/state-store";

const MOST_NIGHTS = 100;

export interface PreparedTree {
  readonly head: GitHead;
  readonly prefix: string;
  readonly backlog: Backlog;
  readonly recovery: TreeRecovery;
  /** Of the last run, by its state. */
  readonly earlierBaseline: string | null;
  /** Moves of --retry-blocked. */
  readonly retried: readonly string[];
  readonly sweptProcesses: number;
  readonly dirtySubmodules: readonly string[];
  /** Uncommitted at the start and taken along by --force. */
  readonly takenAlong: readonly string[];
}

/** What the guards found, with nothing recovered yet. */
export interface GuardedTree {
  readonly head: GitHead;
  readonly prefix: string;
  /** As it stood under the lock. */
  readonly backlog: Backlog;
  readonly recovery: TreeRecovery;
  readonly earlierBaseline: string | null;
  readonly sweptProcesses: number;
  /** Uncommitted besides the tool's own files. */
  readonly outside: readonly string[];
  readonly dirtySubmodules: readonly string[];
}

/** Under the lock, before the first write: what a dead run left, the branch and seed that were asked for, the guards; then the recovery's moves. */
export async function prepareTree(
  ports: Ports,
  paths: BacklogPaths,
  request: RunRequest,
  checked: CheckedRun,
  lock: HeldLock,
  hooks: Pick<RunHooks, "onWarning">,
): Promise<PreparedTree> {
  const { outside, ...tree } = await guardedTree(ports, paths, request, checked, lock, hooks);
  const recovered = (await applyRecovery(ports, paths, tree.recovery)) ?? tree.backlog;
  const { backlog, retried } = await retryBlocked(ports, paths, request, recovered);
  return { ...tree, backlog, retried, takenAlong: outside };
}

/** The part of it that only refuses, or does what was asked for: branch, seed, guards. */
export async function guardedTree(
  ports: Ports,
  paths: BacklogPaths,
  request: RunRequest,
  checked: CheckedRun,
  lock: HeldLock,
  hooks: Pick<RunHooks, "onWarning">,
): Promise<GuardedTree> {
  const { repository } = checked;
  const sweptProcesses = await sweepDeadRun(ports, paths, lock.previous);
  if (!request.reviewOnly) await clearIndexLock(ports, paths, repository);
  const state = await readStateOrNull(ports, paths, (fault) =>
    hooks.onWarning?.(`${fault.message} It is replaced.`),
  );
  // Not what was read before the lock: another run, or a person, may have moved items since.
  const backlog = await readBacklog(ports, paths);
  const recovery = await planRunRecovery(ports, paths, { repository, backlog, state, mode: "run" });
  if (request.createBranch !== null) await switchToNew(ports, repository, request.createBranch);
  const prefix = await prefixOf(ports, paths.projectPath, repository);
  if (request.seedBacklog) await seedBacklog(ports, paths, repository, backlog.project, prefix);

  const head = await ports.git.head(repository);
  const dirty = request.seedBacklog ? await ports.git.status(repository) : recovery.dirty;
  await refuseOperation(ports, repository);
  const dirtySubmodules = await ports.git.dirtySubmodules(repository);
  // A review commits nothing, and leaves alone what is uncommitted.
  if (!request.reviewOnly) {
    const resumedOn = request.allowDirty ? (state?.branch ?? null) : null;
    const unfinished = unfinishedWork(recovery);
    const { nested } = recovery;
    const { verify } = checked.marker.profile;
    const newBranch = await freeBranch(ports, repository, head);
    const lastBranch = unfinished && (await branchLeft(ports, repository, head, state?.branch ?? null));
    const known = { head, dirty, nested, unfinished, verify, prefix, dirtySubmodules };
    guardTree(paths, { ...known, resumedOn, lastBranch, newBranch }, request);
  }
  const { isOwn } = ownPaths(paths, prefix);
  const outside = dirty.filter((entry) => !isOwn(entry.path)).map((entry) => entry.path);
  const earlierBaseline = state?.baseCommitHash ?? null;
  return { head, prefix, backlog, recovery, earlierBaseline, sweptProcesses, outside, dirtySubmodules };
}

/** For the command that a refusal offers: one that is refused in its turn helps nobody. Git is asked only where there may be a refusal. */
export async function freeBranch(
  ports: Ports,
  repository: GitRepository,
  { branch }: GitHead,
): Promise<string> {
  if (branch !== null && !PROTECTED_BRANCHES.has(branch)) return "night";
  for (let n = 1; n < MOST_NIGHTS; n += 1) {
    const name = n === 1 ? "night" : `night-${n}`;
    if (!(await ports.git.branchExists(repository, name))) return name;
  }
  return "<name>";
}

/** Where the last run was, if that is somewhere else and still there. */
async function branchLeft(
  ports: Ports,
  repository: GitRepository,
  { branch }: GitHead,
  last: string | null,
): Promise<string | null> {
  if (last === null || last === branch) return null;
  return (await ports.git.branchExists(repository, last)) ? last : null;
}

async function switchToNew(ports: Ports, repository: GitRepository, name: string): Promise<void> {
  const head = await ports.git.head(repository);
  if (head.branch === name) return;
  if (await ports.git.branchExists(repository, name)) {
    throw new ToolError("CONFLICT", `There is a branch ${name} already.`, {
      reason: "Nothing was changed.",
      hints: [{ command: `git switch ${shellWord(name)}`, purpose: "go on there, then tool loop run" }],
    });
  }
  await ports.git.createBranch(repository, name);
}

/** Spec: --seed-backlog. */
async function seedBacklog(
  ports: Ports,
  paths: BacklogPaths,
  repository: GitRepository,
  project: string,
  prefix: string,
): Promise<void> {
  const head = await ports.git.head(repository);
  if (head.branch === null) throw detached({ head, newBranch: await freeBranch(ports, repository, head) });
  const dirty = await ports.git.status(repository);
  const backlog = `${prefix}${paths.backlog.slice(paths.projectPath.length + 1)}`;
  const { isLiving } = ownPaths(paths, prefix);
  const others = dirty.filter((entry) => !isLiving(entry.path));
  if (others.length > 0) {
    throw new ToolError("CONFLICT", "--seed-backlog commits backlog.json alone, and more is uncommitted.", {
      reason: `${others.map((entry) => entry.path).join(", ")}.`,
      hints: [{ command: `git add -A && git commit -m "<message>"` }],
      details: { files: others.map((entry) => entry.path) },
    });
  }
  if (dirty.every((entry) => entry.path !== backlog)) return;
  const message = `${COMMIT_PREFIX} backlog: seed ${project}`;
  const outcome = await ports.git.commitAll(repository, message, { only: backlog });
  if (outcome.kind === "committed") return;
  throw new ToolError("CONFLICT", "The backlog can't be committed.", { reason: outcome.words });
}

/** What is committed in the middle of somebody's merge ends it. Throws ToolError CONFLICT. */
export async function refuseOperation(ports: Ports, repository: GitRepository): Promise<void> {
  const operation = await ports.git.operationUnderWay(repository);
  if (operation === null) return;
  const look = { command: "git status", purpose: "see where it stands" };
  const abort = { command: `git ${operation} --abort`, purpose: "give it up" };
  throw new ToolError("CONFLICT", `A ${operation} is under way in this repository.`, {
    reason: "The loop would commit into it.",
    hints: operation === "conflict" ? [look] : [look, abort],
  });
}

async function retryBlocked(
  ports: Ports,
  paths: BacklogPaths,
  request: RunRequest,
  backlog: Backlog,
): Promise<{ backlog: Backlog; retried: readonly string[] }> {
  const blocked = request.retryBlocked ? backlog.items.filter(({ status }) => status === "blocked") : [];
  const retried = blocked.map(({ id }) => id);
  if (retried.length === 0) return { backlog, retried };
  const ids = new Set(retried);
  const written = await editBacklog(ports, paths, (current) => ({
    ...current,
    items: current.items.map((item) =>
      ids.has(item.id) && item.status === "blocked" ? requeueItem(item) : item,
    ),
  }));
  return { backlog: written ?? backlog, retried };
}
