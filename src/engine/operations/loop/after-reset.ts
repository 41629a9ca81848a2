import { ownPaths } from "#core/git/own-paths";
import { shellWord } from "#core/text/shell-word";
import { ToolError, type Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { LoopState } from "#contracts/schema/loop-state";
import { prefixOf } from "#engine/files/repository-path";
import { requireRepository } from "#engine/loop/check-run";
import { freeBranch, refuseOperation } from "#engine/loop/prepare-tree";
import type { TreeRecovery } from "#engine/loop/recover-run";
import { guardTree } from "#engine/loop/tree/guard-tree";
import { keptPaths, putAsideCommand } from "#engine/loop/tree/put-aside";
import type { Ports } from "#engine/ports";

/** How things stand once a reset has forgotten the run. */
export interface AfterReset {
  /** Uncommitted besides the backlog's own files, from the top level. */
  readonly files: readonly string[];
  /** Whose unfinished work they are; nobody can tell later, since state.json is gone. */
  readonly item: string | null;
  /** What to type next; `loop run` is among them only where it would be let in. */
  readonly hints: readonly Hint[];
}

/** Whose work lies in the tree, by what the run that ended has left; null where it is clean or nobody's. */
export function ownerOfTree(plan: TreeRecovery, state: LoopState | null): string | null {
  if (plan.clean) return null;
  const id = plan.unfinished ?? state?.currentItem ?? null;
  const finished =
    plan.promoted.some((one) => one.id === id) ||
    (id !== plan.reverted && plan.planned.some((item) => item.id === id && item.status === "done"));
  return finished ? null : id;
}

/** What a person can do next. `startable`: whether a run would have anything to do. */
export async function afterReset(
  ports: Ports,
  paths: BacklogPaths,
  plan: TreeRecovery,
  item: string | null,
  startable: boolean,
): Promise<AfterReset> {
  const start = { command: `${TOOL_NAME} loop run`, purpose: "start again" };
  let files: readonly string[] = [];
  try {
    const repository = await requireRepository(ports, paths);
    const prefix = await prefixOf(ports, paths.projectPath, repository);
    const { isOwn } = ownPaths(paths, prefix);
    files = plan.dirty.map(({ path }) => path).filter((path) => !isOwn(path));
    await refuseOperation(ports, repository);
    const head = await ports.git.head(repository);
    if (item !== null && files.length > 0 && head.commit !== null) {
      const inReach = prefix === "" ? [{ command: discardCommand(paths), purpose: "or throw it away" }] : [];
      const keep = {
        command: putAsideCommand(paths, item, plan.nested),
        purpose: `keep the work of ${item} as a stash`,
      };
      return { files, item, hints: [keep, ...inReach] };
    }
    const newBranch = await freeBranch(ports, repository, head);
    const dirtySubmodules = await ports.git.dirtySubmodules(repository);
    const unknown = { unfinished: null, lastBranch: null, verify: "" };
    const { dirty, nested } = plan;
    const facts = { head, dirty, nested, ...unknown, prefix, dirtySubmodules, newBranch };
    // The tree first, as on a branch that is allowed: a new branch would be refused over the same files.
    const branch = head.branch ?? newBranch;
    const allowed = { ...facts, head: { ...head, branch }, resumedOn: branch };
    if (startable) guardTree(paths, allowed, { force: false, allowDirty: false });
    if (startable) guardTree(paths, { ...facts, resumedOn: null }, { force: false, allowDirty: false });
    return { files, item, hints: startable ? [start] : [] };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "CONFLICT") throw error;
    return { files, item, hints: startable ? (error.hints ?? []) : [] };
  }
}

/** What takes the uncommitted work of an item away for good, and leaves the backlog's own files alone. */
function discardCommand(paths: BacklogPaths): string {
  const kept = keptPaths(paths).map(shellWord).join(" ");
  return `git restore -SW -- . ${kept} && git clean -fdq -- . ${kept}`;
}
