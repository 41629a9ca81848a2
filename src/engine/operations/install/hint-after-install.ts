import type { Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { PROTECTED_BRANCHES } from "#engine/loop/tree/guard-tree";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";

const ADD = `${TOOL_NAME} backlog add --type feature --title "<what to build>"`;
const RUN = `${TOOL_NAME} loop run`;

/** The three commands from an installation to a first run, as the loop's guards will take them. */
export async function hintAfterInstall(ports: Ports, paths: BacklogPaths): Promise<Hint[]> {
  const repository = await ports.git.repository(paths.projectPath);
  const commit =
    repository === null
      ? `git init && git add -A && git commit -m "Start"`
      : `git add -A && git commit -m "Set up ${TOOL_NAME}"`;
  const run = repository === null ? `${RUN} --create-branch night` : await runCommand(ports, repository);
  return [commit, ADD, run].map((command) => ({ command }));
}

async function runCommand(ports: Ports, repository: GitRepository): Promise<string> {
  const { branch } = await ports.git.head(repository);
  if (branch !== null && !PROTECTED_BRANCHES.has(branch)) return RUN;
  let name = "night";
  for (let n = 2; await ports.git.branchExists(repository, name); n += 1) name = `night-${n}`;
  return `${RUN} --create-branch ${name}`;
}
