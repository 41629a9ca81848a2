import { FILES, STATE_DIR } from "#contracts/names";
import { builtin } from "#platform/builtin";
import { GIT_TIMEOUT_MS, ignoredCall, PLAIN, repositoryCall, type GitCall } from "#platform/git/git-call";
import { gitStarter, type GitStarter } from "#platform/git/git-starter";

/** What a run writes for itself. */
const BOOKKEEPING = [FILES.state, FILES.log, FILES.lock].map((name) => `${STATE_DIR}/${name}`);

/** For a process that is going to run a loop: a fork is cheap as long as we are small, and git answers the first questions while the rest of us is loaded. Where the project is another folder, they are asked once more. */
export async function openEarlyGit(env: NodeJS.ProcessEnv, folder: string): Promise<GitStarter> {
  const starter = await gitStarter(env);
  // First of all: git may have begun before our next line runs, and would outlive us.
  process.once("exit", () => starter.shell.abandon());
  for (const signal of DEADLY) dieOf(signal, () => starter.shell.abandon());
  const ask = ({ args, ...call }: GitCall): void =>
    starter.shell.askAhead({ timeoutMs: GIT_TIMEOUT_MS, ...call, args: [...PLAIN, ...args] });
  ask(repositoryCall(folder));
  ask(ignoredCall(folder, BOOKKEEPING));
  // A run hashes one name, for which Node loads milliseconds of code: it does so while it first waits for git.
  setImmediate(() => builtin.crypto().createHash("sha256")).unref();
  return starter;
}

const DEADLY = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** While nobody else listens, which a run does once it is loaded, a signal ends us as ever; but a git that hangs goes first. */
function dieOf(signal: (typeof DEADLY)[number], before: () => void): void {
  const die = (): void => {
    if (process.listenerCount(signal) > 1) return;
    before();
    process.off(signal, die);
    process.kill(process.pid, signal);
  };
  process.on(signal, die);
}
