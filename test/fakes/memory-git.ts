import { createHash } from "node:crypto";
import { emptyTreeLike } from "#core/git/empty-tree";
import { ToolError } from "#contracts/error";
import type { CommitOptions, DirtyEntry, Git, GitHead, GitRepository, StashRef } from "#engine/git-port";
import { createIgnoreRules } from "./ignore-rules.ts";
import { memoryDiff } from "./memory-diff.ts";
import type { MemoryFiles } from "./memory-files.ts";

type Snapshot = ReadonlyMap<string, string>;

interface MemoryCommit {
  readonly hash: string;
  readonly parent: string | null;
  readonly subject: string;
  readonly files: Snapshot;
}

/** Every call of the port, before it does anything; throwing is the fault. */
type GitHook = (effect: { readonly op: keyof Git }) => void | Promise<void>;

export interface MemoryGit extends Git {
  hook: GitHook | null;
  /** What dirtySubmodules gives. */
  readonly dirtySubmodulePaths: string[];
  /** The words of a hook that refuses every commit, null: none refuses. */
  refusal: string | null;
  /** What operationUnderWay says. */
  operation: string | null;
  /** Paths that status gives as unmerged. */
  unmerged: readonly string[];
  /** Moves HEAD as an agent would; null branch: detached. */
  checkout(branch: string | null, commit?: string): void;
  /** From HEAD back to the first. */
  log(): MemoryCommit[];
  readonly stashes: readonly (StashRef & { readonly files: Snapshot })[];
  readonly calls: readonly (keyof Git)[];
}

export interface MemoryGitOptions {
  readonly topLevel: string;
  readonly branch?: string;
  /** False: there is no repository before `init`. */
  readonly initialized?: boolean;
}

/** A repository over memory files: commits are snapshots, status is a comparison. Knows no merges and no index. */
export function createMemoryGit(files: MemoryFiles, options: MemoryGitOptions): MemoryGit {
  const { topLevel } = options;
  const commits = new Map<string, MemoryCommit>();
  const branches = new Map<string, string>();
  const stashes: (StashRef & { files: Snapshot })[] = [];
  const calls: (keyof Git)[] = [];
  const repository: GitRepository = {
    topLevel,
    gitDir: `${topLevel}/.git`,
    commonDir: `${topLevel}/.git`,
    hooksDir: `${topLevel}/.git/hooks`,
    bare: false,
  };
  let branch: string | null = options.branch ?? "work";
  let initialized = options.initialized ?? true;
  let detachedAt: string | null = null;

  const enter = async (op: keyof Git): Promise<void> => {
    calls.push(op);
    await Promise.resolve();
    await git.hook?.({ op });
  };
  const headHash = (): string | null => (branch === null ? detachedAt : (branches.get(branch) ?? null));
  const headFiles = (): Snapshot => commits.get(headHash() ?? "")?.files ?? new Map();
  const treeOf = (commit: string): Snapshot => {
    const files = commits.get(commit === "HEAD" ? (headHash() ?? "") : commit)?.files;
    if (files !== undefined || commit === emptyTreeLike(commit)) return files ?? new Map();
    throw new ToolError("CONFLICT", "git can't compare two commits.", { reason: `bad object ${commit}` });
  };
  const setHead = (hash: string): void => {
    if (branch === null) detachedAt = hash;
    else branches.set(branch, hash);
  };

  const ignoring = (all: Snapshot): ((path: string) => boolean) => {
    const texts = [...all].filter(([path]) => path === ".gitignore" || path.endsWith("/.gitignore"));
    return createIgnoreRules(
      new Map(texts.map(([path, text]) => [path.slice(0, -".gitignore".length - 1), text])),
    );
  };
  const within = (path: string, folders: readonly string[] = []): boolean =>
    folders.some((folder) => path === folder || path.startsWith(`${folder.replace(/\/$/, "")}/`));
  /** Folders that have a git directory of their own. */
  const nestedIn = (all: Snapshot): string[] => {
    const ignored = ignoring(all);
    const found = [...all.keys()].flatMap((path) => /^(.+?)\/\.git\//.exec(path)?.[1] ?? []);
    return [...new Set(found)].filter((path) => !ignored(`${path}/`) && !ignored(path));
  };
  /** What git sees: everything tracked, and everything else that isn't ignored. */
  const workTree = (): Map<string, string> => {
    const all = files.tree(topLevel);
    const ignored = ignoring(all);
    const nested = nestedIn(all);
    const tracked = headFiles();
    const seen = [...all].filter(
      ([path]) => !path.startsWith(".git/") && !within(path, nested) && (tracked.has(path) || !ignored(path)),
    );
    return new Map(seen);
  };
  const changes = (): DirtyEntry[] => {
    const now = workTree();
    const then = headFiles();
    const paths = new Set([...now.keys(), ...then.keys()]);
    return [...paths]
      .filter((path) => now.get(path) !== then.get(path))
      .sort()
      .map((path) => ({
        path,
        kind: git.unmerged.includes(path)
          ? "unmerged"
          : !then.has(path)
            ? "untracked"
            : now.has(path)
              ? "changed"
              : "deleted",
      }));
  };
  const restore = async (path: string, text: string | undefined): Promise<void> => {
    if (text === undefined) await files.remove(`${topLevel}/${path}`);
    else files.plant({ [`${topLevel}/${path}`]: text });
  };
  const snapshot = (commit: CommitOptions): Snapshot => {
    const next = new Map(headFiles());
    const now = workTree();
    for (const { path } of changes()) {
      if ((commit.only !== undefined && path !== commit.only) || within(path, commit.exclude)) continue;
      const text = now.get(path);
      if (text === undefined) next.delete(path);
      else next.set(path, text);
    }
    return next;
  };
  const record = (subject: string, snapped: Snapshot): string => {
    const parent = headHash();
    const hash = createHash("sha1").update(`${parent}\n${commits.size}\n${subject}`).digest("hex");
    commits.set(hash, { hash, parent, subject, files: snapped });
    return hash;
  };
  const history = (): MemoryCommit[] => {
    const out: MemoryCommit[] = [];
    for (let at = commits.get(headHash() ?? ""); at !== undefined; at = commits.get(at.parent ?? ""))
      out.push(at);
    return out;
  };

  const git: MemoryGit = {
    hook: null,
    dirtySubmodulePaths: [],
    refusal: null,
    operation: null,
    unmerged: [],
    stashes,
    calls,
    log: history,
    checkout(name, commit) {
      const at = commit ?? headHash();
      branch = name;
      if (name === null) detachedAt = at;
      else if (at !== null && (commit !== undefined || !branches.has(name))) branches.set(name, at);
    },

    async repository(path) {
      await enter("repository");
      return initialized && (path === topLevel || path.startsWith(`${topLevel}/`)) ? repository : null;
    },
    async init(path) {
      await enter("init");
      if (path !== topLevel)
        throw new ToolError("CONFLICT", "This fake makes one repository, at its top level.");
      await files.makeDir(repository.gitDir);
      initialized = true;
    },
    async head(): Promise<GitHead> {
      await enter("head");
      return { branch, commit: headHash() };
    },
    async operationUnderWay() {
      await enter("operationUnderWay");
      return git.operation;
    },
    async status() {
      await enter("status");
      return changes();
    },
    async work() {
      await enter("work");
      return { dirty: changes(), nested: nestedIn(files.tree(topLevel)).sort() };
    },
    async commitAll(_, message, commit = {}) {
      await enter("commitAll");
      const nested = nestedIn(files.tree(topLevel)).filter((path) => !within(path, commit.exclude));
      if (commit.only === undefined && nested.length > 0)
        return { kind: "failed", words: "adding embedded git repository", nested };
      if (git.refusal !== null) return { kind: "failed", words: git.refusal, nested: [] };
      const hash = record(message.split("\n")[0] ?? "", snapshot(commit));
      setHead(hash);
      return { kind: "committed", hash };
    },
    async commitsSince(_, baseline, prefix) {
      await enter("commitsSince");
      const found = history();
      const end = found.findIndex((one) => one.hash === baseline);
      return (end < 0 ? found : found.slice(0, end))
        .filter((one) => one.subject.startsWith(prefix))
        .map(({ hash, subject }) => ({ hash, subject }));
    },
    async contains(_, commit) {
      await enter("contains");
      return history().some((one) => one.hash === commit);
    },
    async knows(_, commit) {
      await enter("knows");
      return commits.has(commit);
    },
    async fileAt(_, commit, path) {
      await enter("fileAt");
      const hash = commit === "HEAD" ? headHash() : commit;
      return commits.get(hash ?? "")?.files.get(path) ?? null;
    },
    async parent(_, commit) {
      await enter("parent");
      return commits.get(commit)?.parent ?? null;
    },
    async diff(_, from, to, maxBytes) {
      await enter("diff");
      return memoryDiff(treeOf(from), treeOf(to), maxBytes);
    },
    async stash(_, message, stash = {}) {
      await enter("stash");
      if (headHash() === null) throw new ToolError("CONFLICT", "You do not have the initial commit yet");
      const now = workTree();
      const then = headFiles();
      const dirty = changes().filter(({ path }) => !within(path, stash.exclude));
      if (dirty.length === 0) return null;
      const kept = new Map(dirty.flatMap(({ path }) => (now.has(path) ? [[path, now.get(path) ?? ""]] : [])));
      // As git does it: the stash is there before the tree is cleaned.
      const ref = { hash: record(`On ${branch}: ${message}`, kept), message };
      stashes.unshift({ ...ref, files: kept });
      for (const { path } of dirty) await restore(path, then.get(path));
      return ref;
    },
    async branchExists(_, name) {
      await enter("branchExists");
      return branches.has(name) || branch === name;
    },
    async createBranch(_, name) {
      await enter("createBranch");
      git.checkout(name);
    },
    async switchBranch(_, name) {
      await enter("switchBranch");
      const target = commits.get(branches.get(name) ?? "");
      if (target === undefined) throw new ToolError("CONFLICT", `pathspec '${name}' did not match`);
      const before = headFiles();
      const touched = [...new Set([...before.keys(), ...target.files.keys()])].filter(
        (path) => before.get(path) !== target.files.get(path),
      );
      const dirty = new Set(changes().map(({ path }) => path));
      const clash = touched.find((path) => dirty.has(path));
      if (clash !== undefined)
        throw new ToolError("CONFLICT", `Your local changes to ${clash} would be overwritten`);
      for (const path of touched) await restore(path, target.files.get(path));
      branch = name;
    },
    async ignored(_, paths) {
      await enter("ignored");
      const all = files.tree(topLevel);
      const tracked = headFiles();
      const ignored = ignoring(all);
      return paths.filter((path) => !tracked.has(path) && ignored(path));
    },
    async trackedLike(_, folder, patterns) {
      await enter("trackedLike");
      return [...headFiles().keys()].filter(createIgnoreRules(new Map([[folder, patterns.join("\n")]])));
    },
    async dirtySubmodules() {
      await enter("dirtySubmodules");
      return [...git.dirtySubmodulePaths];
    },
    async hasCommitHooks() {
      await enter("hasCommitHooks");
      return git.refusal !== null;
    },
    async maintain() {
      await enter("maintain");
    },
    async knowsIdentity() {
      await enter("knowsIdentity");
      return true;
    },
    async stashHashes() {
      await enter("stashHashes");
      return stashes.map(({ hash }) => hash).toReversed();
    },
    async listStashes() {
      await enter("listStashes");
      return stashes.map(({ message }, i) => ({ ref: `stash@{${i}}`, message }));
    },
    stop: () => undefined,
    async version() {
      await enter("version");
      return "2.39.5";
    },
  };
  return git;
}
