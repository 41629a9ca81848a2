import type { FoundCommit, Git } from "#engine/ports";
import { commitAll } from "#platform/git/commit-all";
import { hasCommitHooks } from "#platform/git/commit-hooks";
import { findRepository } from "#platform/git/find-repository";
import { readHead, readOperation } from "#platform/git/read-refs";
import { readStatus } from "#platform/git/read-status";
import { createGitRunner, gitFailure, mustSucceed } from "#platform/git/run-git";
import { stashAll } from "#platform/git/stash";

const MAINTENANCE_TIMEOUT_MS = 10 * 60_000;

/** The git of this machine. The environment is what its processes inherit, hooks included. */
export function createGitCli(env: NodeJS.ProcessEnv = process.env): Git {
  const git = createGitRunner(env);
  return {
    repository: (path) => findRepository(git, path),
    head: (repository) => readHead(git, repository),
    operationUnderWay: async (repository) => readOperation(repository),
    status: async (repository) =>
      (await readStatus(git, repository)).map(({ path, kind }) => ({ path, kind })),
    commitAll: (repository, message, options = {}) => commitAll(git, repository, message, options),
    stash: (repository, message, options = {}) => stashAll(git, repository, message, options),
    hasCommitHooks: (repository) => hasCommitHooks(git, repository),
    async commitsSince(repository, baseline, subjectPrefix) {
      const { commit } = await readHead(git, repository);
      if (commit === null || commit === baseline) return [];
      const range = baseline === null ? "HEAD" : `${baseline}..HEAD`;
      const form = ["-z", "--format=%H %s", "--encoding=UTF-8", "--no-show-signature"];
      const args = ["log", ...form, "--fixed-strings", `--grep=${subjectPrefix}`, range, "--"];
      const answer = await git({ cwd: repository.topLevel, args, reads: true });
      const found = mustSucceed("read the commits", answer).split("\0").flatMap(parseCommit);
      return found.filter((one) => one.subject.startsWith(subjectPrefix));
    },
    async contains({ topLevel }, commit) {
      const args = ["merge-base", "--is-ancestor", commit, "HEAD"];
      return (await git({ cwd: topLevel, args, reads: true })).exitCode === 0;
    },
    async fileAt({ topLevel }, commit, path) {
      const args = ["cat-file", "--batch"];
      const answer = await git({ cwd: topLevel, args, input: `${commit}:${path}\n`, reads: true });
      const out = mustSucceed(`read ${path} of ${commit}`, answer);
      const end = out.indexOf("\n");
      return / blob \d+$/.test(out.slice(0, end)) ? out.slice(end + 1, -1) : null;
    },
    async branchExists({ topLevel }, name) {
      const args = ["show-ref", "--verify", "-q", `refs/heads/${name}`];
      return (await git({ cwd: topLevel, args, reads: true })).exitCode === 0;
    },
    async createBranch(repository, name) {
      const { commit } = await readHead(git, repository);
      // Before the first commit there is nothing to point a branch at: HEAD is renamed.
      const args = commit === null ? ["checkout", "-q", "-b", name] : ["branch", "--no-track", "--", name];
      mustSucceed(`create the branch ${name}`, await git({ cwd: repository.topLevel, args }));
    },
    async switchBranch(repository, name) {
      if ((await readHead(git, repository)).branch === name) return;
      const args = ["switch", "-q", "--no-guess", "--", name];
      mustSucceed(`switch to the branch ${name}`, await git({ cwd: repository.topLevel, args }));
    },
    async ignored({ topLevel }, paths) {
      if (paths.length === 0) return [];
      // "./" keeps a leading colon from being read as more than a name.
      const input = paths.map((path) => `./${path}\0`).join("");
      const answer = await git({ cwd: topLevel, args: ["check-ignore", "-z", "--stdin"], input, reads: true });
      // 1: none of them.
      if (answer.exitCode !== 0 && answer.exitCode !== 1) throw gitFailure("tell what it ignores", answer);
      return answer.stdout.split("\0").flatMap((path) => (path === "" ? [] : [path.slice(2)]));
    },
    async maintain({ topLevel }) {
      const args = ["maintenance", "run", "--auto", "--quiet"];
      const answer = await git({ cwd: topLevel, args, timeoutMs: MAINTENANCE_TIMEOUT_MS });
      mustSucceed("tidy its objects", answer);
    },
    async version() {
      try {
        const { stdout } = await git({ cwd: "/", args: ["--version"], reads: true });
        return /^git version (\S+)/.exec(stdout)?.[1] ?? null;
      } catch {
        return null;
      }
    },
  };
}

function parseCommit(record: string): FoundCommit[] {
  const space = record.indexOf(" ");
  return space < 0 ? [] : [{ hash: record.slice(0, space), subject: record.slice(space + 1) }];
}
