import type { Git } from "#engine/git-port";
import type { GitStarter } from "#platform/git/git-starter";

type Call = Exclude<keyof Git, "stop">;

/** The git of this machine, whose code is loaded at its first call: most commands never make one. */
export function createLazyGit(early: GitStarter | null): Git {
  let loading: Promise<Git> | null = null;
  const load = (): Promise<Git> =>
    (loading ??= import("#platform/git-cli").then(({ createGitCli }) => createGitCli(process.env, early)));
  const later = <K extends Call>(name: K): Git[K] =>
    (async (...args: unknown[]) => {
      const call = (await load())[name] as (...args: unknown[]) => Promise<unknown>;
      return call(...args);
    }) as unknown as Git[K];
  return {
    repository: later("repository"),
    init: later("init"),
    head: later("head"),
    operationUnderWay: later("operationUnderWay"),
    status: later("status"),
    work: later("work"),
    commitAll: later("commitAll"),
    commitsSince: later("commitsSince"),
    contains: later("contains"),
    knows: later("knows"),
    fileAt: later("fileAt"),
    parent: later("parent"),
    diff: later("diff"),
    stash: later("stash"),
    stashHashes: later("stashHashes"),
    branchExists: later("branchExists"),
    createBranch: later("createBranch"),
    switchBranch: later("switchBranch"),
    ignored: later("ignored"),
    trackedLike: later("trackedLike"),
    hasCommitHooks: later("hasCommitHooks"),
    dirtySubmodules: later("dirtySubmodules"),
    maintain: later("maintain"),
    knowsIdentity: later("knowsIdentity"),
    listStashes: later("listStashes"),
    version: later("version"),
    stop: () => void load().then((git) => git.stop()),
  };
}
