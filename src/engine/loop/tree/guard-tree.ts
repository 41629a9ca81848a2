import { counted } from "#core/text/counted";
import { ownPaths } from "#core/git/own-paths";
import { installedPaths } from "#core/install/installed-paths";
import { ToolError, type Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { folderName } from "#core/projects/absolute-path";
import { namedFiles } from "#core/text/named-files";
import { shellWord } from "#core/text/shell-word";
import { outOfAdds, putAsideCommand } from "#engine/loop/tree/put-aside";
import type { DirtyEntry, GitHead } from "#engine/git-port";

/** Where nobody wants a commit an item (spec: loop run, protected-branch guard). */
export const PROTECTED_BRANCHES: ReadonlySet<string> = new Set(["main", "master"]);

/** `interrupted`: its run was killed · `paused`: the next pass goes on with it · `blocked`: it waits for a person. */
export interface UnfinishedWork {
  readonly id: string;
  readonly standing: "interrupted" | "paused" | "blocked";
}

export interface TreeFacts {
  readonly head: GitHead;
  readonly dirty: readonly DirtyEntry[];
  /** Repositories inside of this one: no dirt, but `git add -A` would record them as bare pointers. */
  readonly nested: readonly string[];
  /** The branch that the run to be resumed was on: going on there was allowed when it started. */
  readonly resumedOn: string | null;
  /** The branch that the last run was on, where it is still there. */
  readonly lastBranch: string | null;
  /** The item whose unfinished work may lie in the tree, and how it stands. */
  readonly unfinished: UnfinishedWork | null;
  /** The project's command that verifies, "" for none. */
  readonly verify: string;
  /** The project's folder below the top level, "" or "sub/folder/". */
  readonly prefix: string;
  /** With something uncommitted in their own work trees. */
  readonly dirtySubmodules: readonly string[];
  /** A name that no branch has yet. */
  readonly newBranch: string;
}

/** Spec: the guards of branch and work tree; `force` skips all but a detached HEAD. Throws ToolError CONFLICT. */
export function guardTree(
  paths: BacklogPaths,
  facts: TreeFacts,
  skip: { readonly force: boolean; readonly allowDirty: boolean },
): void {
  const { branch } = facts.head;
  if (branch === null) throw detached(facts);
  if (skip.force) return;
  if (PROTECTED_BRANCHES.has(branch) && branch !== facts.resumedOn) {
    throw onProtected(branch, branchHints(facts, branch));
  }
  guardSubmodules(facts.dirtySubmodules);
  if (!skip.allowDirty) guardDirty(paths, facts);
}

/** Nothing is committed where nobody would find it. */
export const detached = ({ head, newBranch }: Pick<TreeFacts, "head" | "newBranch">): ToolError =>
  new ToolError("CONFLICT", `HEAD is detached at ${head.commit?.slice(0, 7) ?? "nothing"}.`, {
    reason: "Commits made here would belong to no branch.",
    hints: [{ command: `tool loop run --create-branch ${newBranch}` }],
  });

export const onProtected = (branch: string, hints: readonly Hint[]): ToolError =>
  new ToolError("CONFLICT", `The branch is ${branch}, and the loop would commit to it.`, {
    reason: `A branch of its own keeps ${branch} clean.`,
    hints,
  });

/** Over unfinished work a new branch would be refused: it goes on where it began. */
const branchHints = (facts: TreeFacts, branch: string): readonly Hint[] => [
  backToWork(facts) ?? { command: `${TOOL_NAME} loop run --create-branch ${facts.newBranch}` },
  { command: `${TOOL_NAME} loop run --force`, purpose: `to run on ${branch}` },
];

/** Elsewhere a resume would be refused. */
function backToWork({ lastBranch, unfinished }: TreeFacts): Hint | null {
  if (unfinished === null || lastBranch === null) return null;
  const purpose = `go on with ${unfinished.id} there: ${TOOL_NAME} resume`;
  return { command: `git switch ${shellWord(lastBranch)}`, purpose };
}

function guardSubmodules([first]: readonly string[]): void {
  if (first === undefined) return;
  throw new ToolError("CONFLICT", `The submodule ${first} has uncommitted changes.`, {
    reason: "No commit of this repository can hold them.",
    hints: [
      { command: `git -C ${shellWord(first)} status` },
      { command: `${TOOL_NAME} loop run --force`, purpose: "to leave them alone" },
    ],
    details: { submodule: first },
  });
}

function guardDirty(paths: BacklogPaths, facts: TreeFacts): void {
  const { isOwn, isLiving } = ownPaths(paths, facts.prefix);
  const dirty = facts.dirty.map((entry) => entry.path).filter((path) => !isLiving(path));
  if (dirty.length === 0) return;
  const installed = installedPaths(facts.prefix);
  if (dirty.every((path) => installed.has(path) || isOwn(path))) {
    throw uncommittedInstall(paths, facts, dirty);
  }
  const files = `${counted(dirty.length, "file")} ${dirty.length === 1 ? "has" : "have"}`;
  const { unfinished } = facts;
  const elsewhere = backToWork(facts);
  const back = elsewhere && [elsewhere];
  const waits = unfinished?.standing === "blocked" ? ", which is blocked" : "";
  const ofItem = unfinished === null ? null : `They may be the unfinished work of ${unfinished.id}${waits}.`;
  throw new ToolError("CONFLICT", `${files} uncommitted changes.`, {
    reason: `${namedFiles(dirty)}. ${ofItem ?? "They would end up in the first item's commit."}`,
    hints: [
      ...(unfinished === null
        ? [{ command: `${addCommand(facts)} && git commit -m "<message>"` }]
        : (back ?? goOnWith(unfinished, facts.verify))),
      // git stashes only what differs from a commit.
      ...(facts.head.commit === null
        ? []
        : [
            {
              command: putAsideCommand(paths, unfinished?.id ?? null, facts.nested),
              purpose: "or put them aside",
            },
          ]),
      { command: `${TOOL_NAME} loop run --force`, purpose: "to take them along" },
    ],
    details: { files: dirty },
  });
}

/** What takes up an item's unfinished work; of killed work a person decides, and without a command that verifies it can only be put aside. */
export function goOnWith({ id, standing }: UnfinishedWork, verify: string): readonly Hint[] {
  switch (standing) {
    case "paused":
      return [{ command: `${TOOL_NAME} resume`, purpose: `go on with ${id}` }];
    case "blocked":
      return [
        {
          command: `${TOOL_NAME} backlog unblock ${shellWord(id)}`,
          purpose: `then ${TOOL_NAME} resume, to go on with it`,
        },
      ];
    case "interrupted":
      if (verify === "") return [];
      return [
        {
          command: `${TOOL_NAME} resume --recover`,
          purpose: `run verify; if it passes, commit the work as ${id}`,
        },
      ];
  }
}

/** A file of ours that is gone: to commit that would take it from the agents, too. */
function uncommittedInstall(paths: BacklogPaths, facts: TreeFacts, dirty: readonly string[]): ToolError {
  const name = folderName(paths.projectPath);
  const gone = facts.dirty.flatMap(({ path, kind }) =>
    kind === "deleted" && dirty.includes(path) ? [path] : [],
  );
  if (gone.length > 0) {
    return new ToolError("CONFLICT", `What install wrote in ${name} is missing.`, {
      reason: `${namedFiles(gone)}.`,
      hints: [{ command: `${TOOL_NAME} update`, purpose: "bring it back" }],
      details: { files: dirty },
    });
  }
  return new ToolError("CONFLICT", `What install wrote in ${name} is not committed.`, {
    reason: `${namedFiles(dirty)}.`,
    hints: [{ command: `${addCommand(facts)} && git commit -m "Set up ${TOOL_NAME}"` }],
    details: { files: dirty },
  });
}

const addCommand = ({ nested }: TreeFacts): string =>
  nested.length === 0 ? "git add -A" : `git add -A -- ${nested.map(outOfAdds).map(shellWord).join(" ")}`;
