import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { LoopState } from "#contracts/schema/loop-state";
import { shellWord } from "#core/text/shell-word";
import { freeBranch } from "#engine/loop/prepare-tree";
import { detached, onProtected, PROTECTED_BRANCHES, type UnfinishedWork } from "#engine/loop/tree/guard-tree";
import { putAsideCommand } from "#engine/loop/tree/put-aside";
import type { GitHead, GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";

interface ResumedTree {
  readonly repository: GitRepository;
  readonly state: LoopState | null;
  readonly unfinished: UnfinishedWork | null;
}

/**
 * A resume goes on where the run was, and says so before it changes anything: unfinished work isn't committed to
 * another branch than its own, nor anything to no branch or, unasked, to a protected one. Throws ToolError CONFLICT.
 */
export async function guardResume(ports: Ports, paths: BacklogPaths, tree: ResumedTree): Promise<void> {
  const { repository, state, unfinished } = tree;
  const head = await ports.git.head(repository);
  const own = state?.branch ?? null;
  if (own !== null && own === head.branch) return;
  const isThere = own !== null && (await ports.git.branchExists(repository, own));
  const isOpen = head.branch !== null && !PROTECTED_BRANCHES.has(head.branch);
  if (isThere && (unfinished !== null || !isOpen)) throw elsewhere(paths, own, head, unfinished);
  if (isOpen) return;
  const newBranch = await freeBranch(ports, repository, head);
  if (head.branch === null) throw detached({ head, newBranch });
  throw onProtected(head.branch, [
    { command: `git switch -c ${newBranch}`, purpose: `then ${TOOL_NAME} resume` },
  ]);
}

function elsewhere(
  paths: BacklogPaths,
  own: string,
  { branch, commit }: GitHead,
  unfinished: UnfinishedWork | null,
): ToolError {
  const here =
    branch === null ? `HEAD is detached at ${commit?.slice(0, 7) ?? "nothing"}` : `the branch is ${branch}`;
  const whose = unfinished === null ? "" : ` The unfinished work of ${unfinished.id} belongs there, too.`;
  const aside =
    unfinished === null
      ? []
      : [{ command: putAsideCommand(paths, unfinished.id), purpose: "or put the work aside" }];
  return new ToolError("CONFLICT", `The run was on ${own}, and ${here}.`, {
    reason: `Nothing was changed or started.${whose}`,
    hints: [{ command: `git switch ${shellWord(own)}`, purpose: `then ${TOOL_NAME} resume` }, ...aside],
    details: { branch, runBranch: own },
  });
}
