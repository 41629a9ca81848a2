import { ENV } from "#contracts/names";
import { gitMark } from "#core/git/git-mark";
import { createLinuxProcesses } from "#platform/processes/linux-processes";

/** Set by a git that runs us as its hook: they name its repository, not ours. */
const FOREIGN_REPOSITORY = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
  "GIT_QUARANTINE_PATH",
];

/** What every git of ours is started with. */
export async function gitEnvironment(inherited: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = { ...inherited };
  for (const name of [...FOREIGN_REPOSITORY, "LANGUAGE"]) delete env[name];
  const marks = [inherited[ENV.session], await ownMark()].filter((mark) => mark !== undefined);
  if (marks.length > 0) env[ENV.session] = marks.join(":");
  return { ...env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_EDITOR: "true" };
}

/** Only where environments can be read: a git that outlives us is found by it. */
async function ownMark(): Promise<string | undefined> {
  const row = await createLinuxProcesses().row(process.pid);
  return (row && gitMark({ pid: row.pid, processStartTime: row.startTime })) ?? undefined;
}
