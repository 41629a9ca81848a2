import { appendFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CliHost, OutputStream } from "#cli/host";
import { runCli } from "#cli/run-cli";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import type { Ports } from "#engine/ports";
import type { GitStarter } from "#platform/git/git-starter";
import { homeFolder } from "#platform/home-folder";
import {
  isTerminal,
  keyboardOf,
  onProcessSignal,
  outputStream,
  surviveLostTerminals,
  suspendProcess,
  terminalColumns,
  terminalRows,
} from "#platform/terminal";

/** For tests of recovery alone: kills this process right before its n-th effect ("12") or right after it ("12+"). */
const CRASH_AT = "TOOL_TEST_CRASH_AT";
/** For tests of bad luck: lets its n-th effect fail with a code of the system ("12:ENOSPC"), or all from there on ("12-:ENOSPC"). */
const FAIL_AT = "TOOL_TEST_FAIL_AT";
/** For all of these: a file that gets a line with each effect's number, name and path, before it happens. */
const EFFECTS_FILE = "TOOL_TEST_EFFECTS";

/** Runs one command line in this process; the only place where the machine meets the rest. */
export async function runHere(
  argv: readonly string[],
  version: string,
  early: GitStarter | null,
): Promise<number> {
  surviveLostTerminals();
  const stdout = outputStream(1, () => process.stdout);
  const stderr = outputStream(2, () => process.stderr);
  const code = await runCli(argv, hostHere(version, stdout, stderr, early));
  await stdout.drained();
  if (stdout.lost !== null) stderr.write(`error[IO_ERROR]: The output can't be written: ${stdout.lost}.\n`);
  await stderr.drained();
  return stdout.lost === null ? code : code || EXIT.error;
}

function hostHere(
  version: string,
  stdout: OutputStream,
  stderr: OutputStream,
  early: GitStarter | null,
): CliHost {
  let ports: Promise<Ports> | null = null;
  return {
    stdout,
    stderr,
    stdinIsTerminal: isTerminal(0),
    get keyboard() {
      return keyboardOf(process.stdin);
    },
    columns: () => terminalColumns(process.stdout),
    rows: () => terminalRows(process.stdout),
    onResize(listener) {
      process.stdout.on("resize", listener);
      return () => process.stdout.off("resize", listener);
    },
    onSignal: onProcessSignal,
    suspend: suspendProcess,
    env: { ...process.env },
    platform: process.platform,
    nodeVersion: process.versions.node,
    get cwd() {
      return currentFolder();
    },
    homeDir: homeFolder(),
    version,
    packageRoot: fileURLToPath(new URL("..", import.meta.url)),
    now: () => Date.now(),
    zoneOffset: (atMs) => -new Date(atMs).getTimezoneOffset(),
    every(ms, listener) {
      const timer = setInterval(listener, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
    connect: () => (ports ??= connectHere(early)),
    servers: async () => (await import("#platform/server/server-ports")).createServerPorts(),
    serve: async (request) => (await import("#server/serve")).serve(request),
  };
}

/** Loaded when a command first needs the machine. */
async function connectHere(early: GitStarter | null): Promise<Ports> {
  const { createNodePorts } = await import("#platform/node-ports");
  const ports = createNodePorts(early);
  const crashAt = process.env[CRASH_AT] ?? "";
  const failAt = process.env[FAIL_AT] ?? "";
  const effectsFile = process.env[EFFECTS_FILE] ?? "";
  const isWatched = crashAt + failAt + effectsFile !== "";
  return isWatched ? observed(ports, crashAt, failAt, effectsFile) : ports;
}

async function observed(ports: Ports, crashAt: string, failAt: string, effectsFile: string): Promise<Ports> {
  const { numberedPorts } = await import("#engine/numbered-ports");
  const faultOf = (await import("#platform/fail-at")).failAt(failAt);
  const crash = (moment: string): void => {
    if (moment === crashAt) process.kill(process.pid, "SIGKILL");
  };
  return numberedPorts(ports, {
    before(effect) {
      const { index, name, path } = effect;
      if (effectsFile !== "") appendFileSync(effectsFile, `${index} ${name} ${path}\n`);
      crash(`${index}`);
      return faultOf(effect);
    },
    after: ({ index }) => crash(`${index}+`),
  });
}

/** A folder that was deleted under a shell has no name any more. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new ToolError("TARGET_NOT_FOUND", "The current folder is gone.", {
      hints: [{ command: "cd" }],
      cause: error,
    });
  }
}
