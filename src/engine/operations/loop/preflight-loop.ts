import { folderName } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { LoopPreflight } from "#contracts/schema/routes/loop-routes";
import { guardTree, type TreeFacts } from "#engine/loop/tree/guard-tree";
import { prefixOf } from "#engine/files/repository-path";
import { freeBranch, refuseOperation } from "#engine/loop/prepare-tree";
import { planRunRecovery, unfinishedWork } from "#engine/loop/recover-run";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";
import { readBacklog } from "#engine/stores/backlog-store";
import { readStateOrNull } from "#engine/stores/state-store";

type Finding = LoopPreflight["findings"][number];

/** What the guards of `loop run` would say of branch and work tree now; writes nothing. */
export async function preflightLoop(ports: Ports, paths: BacklogPaths): Promise<LoopPreflight> {
  const repository = await ports.git.repository(paths.projectPath);
  if (repository === null || repository.bare) {
    const message = `${folderName(paths.projectPath)} is not a git repository.`;
    return { branch: null, dirty: [], findings: [{ code: "NO_REPOSITORY", message }] };
  }
  const facts = await treeFacts(ports, paths, repository);
  const { branch } = facts.head;
  const findings = [
    await findingOf(branch === null ? "DETACHED_HEAD" : "PROTECTED_BRANCH", async () =>
      guardTree(paths, { ...facts, dirtySubmodules: [] }, { force: false, allowDirty: true }),
    ),
    // As on a branch that is allowed, so that the tree alone is asked about.
    await findingOf("DIRTY_TREE", async () => {
      if (branch !== null)
        guardTree(paths, { ...facts, resumedOn: branch }, { force: false, allowDirty: false });
    }),
    await findingOf("OPERATION_UNDER_WAY", () => refuseOperation(ports, repository)),
  ];
  return {
    branch,
    dirty: facts.dirty.map(({ path }) => path),
    findings: findings.filter((finding) => finding !== null),
  };
}

async function treeFacts(ports: Ports, paths: BacklogPaths, repository: GitRepository): Promise<TreeFacts> {
  const backlog = await readBacklog(ports, paths);
  const state = await readStateOrNull(ports, paths);
  const recovery = await planRunRecovery(ports, paths, { repository, backlog, state, mode: "run" });
  const head = await ports.git.head(repository);
  return {
    head,
    dirty: recovery.dirty,
    nested: recovery.nested,
    unfinished: unfinishedWork(recovery),
    // Of commands that a finding doesn't name.
    verify: "",
    resumedOn: null,
    lastBranch: null,
    prefix: await prefixOf(ports, paths.projectPath, repository),
    dirtySubmodules: await ports.git.dirtySubmodules(repository),
    newBranch: await freeBranch(ports, repository, head),
  };
}

async function findingOf(code: string, guard: () => Promise<void>): Promise<Finding | null> {
  try {
    await guard();
    return null;
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "CONFLICT") throw error;
    const { message, reason } = error;
    return { code, message, ...(reason !== undefined && { reason }) };
  }
}
