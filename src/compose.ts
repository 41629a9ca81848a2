import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import type { CliHost, OutputStream } from "#cli/host";
import { runCli } from "#cli/run-cli";
import type { Ports } from "#engine/ports";
import {
  keyboardOf,
  onProcessSignal,
  outputStream,
  suspendProcess,
  terminalColumns,
} from "#platform/terminal";

/** Kills this process at its n-th effect: for tests of recovery alone. */
const CRASH_AT = "TOOL_TEST_CRASH_AT";

/** Runs one command line in this process; the only place where the machine meets the rest. */
export async function runHere(argv: readonly string[], version: string): Promise<number> {
  const stdout = outputStream(process.stdout);
  const stderr = outputStream(process.stderr);
  const code = await runCli(argv, hostHere(version, stdout, stderr));
  await Promise.all([stdout.drained(), stderr.drained()]);
  return code;
}

function hostHere(version: string, stdout: OutputStream, stderr: OutputStream): CliHost {
  let ports: Promise<Ports> | null = null;
  return {
    stdout,
    stderr,
    stdinIsTerminal: isatty(0),
    get keyboard() {
      return keyboardOf(process.stdin);
    },
    columns: () => terminalColumns(process.stdout),
    onResize(listener) {
      process.stdout.on("resize", listener);
      return () => process.stdout.off("resize", listener);
    },
    onSignal: onProcessSignal,
    suspend: suspendProcess,
    env: { ...process.env },
    platform: process.platform,
    cwd: process.cwd(),
    homeDir: process.env["HOME"] ?? "/",
    version,
    packageRoot: fileURLToPath(new URL("..", import.meta.url)),
    now: () => Date.now(),
    zoneOffset: (atMs) => -new Date(atMs).getTimezoneOffset(),
    every(ms, listener) {
      const timer = setInterval(listener, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
    connect: () => (ports ??= connectHere()),
  };
}

/** Loaded when a command first needs the machine. */
async function connectHere(): Promise<Ports> {
  const { createNodePorts } = await import("#platform/node-ports");
  const ports = createNodePorts();
  const crashAt = Number(process.env[CRASH_AT] ?? "0");
  if (crashAt === 0) return ports;
  const { numberedPorts } = await import("#engine/numbered-ports");
  return numberedPorts(ports, (index) => {
    if (index === crashAt) process.kill(process.pid, "SIGKILL");
  });
}
