import { gitEnvironment } from "#platform/git/git-environment";
import { createGitShell, type GitShell } from "#platform/git/git-shell";

/** What git is started with, and by. */
export interface GitStarter {
  readonly env: NodeJS.ProcessEnv;
  readonly shell: GitShell;
}

/** Nothing is started yet. */
export async function gitStarter(inherited: NodeJS.ProcessEnv): Promise<GitStarter> {
  const env = await gitEnvironment(inherited);
  return { env, shell: createGitShell(env) };
}
