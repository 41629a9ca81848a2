import type { Ports, Release } from "#engine/ports";
import type { Serve, ServerPorts } from "#engine/server-ports";

/** One of the two output streams of this process. */
export interface OutputStream {
  readonly isTerminal: boolean;
  /** Its reader has gone away; noticed at a write. */
  readonly isClosed: boolean;
  /** Queues the text and never throws; after the reader has gone (a closed pipe) it does nothing. */
  write(text: string): void;
  /** Resolves when what was written has been handed to the system, or its reader has gone. */
  drained(): Promise<void>;
}

export type TerminalSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

export interface Keyboard {
  /** Raw mode until released: one call a key, `\u0003` for Ctrl-C included (no signal is raised meanwhile). */
  listen(listener: (key: string) => void): Release;
}

/** The process that the command line runs in; tests give one of their own, in memory. */
export interface CliHost {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdinIsTerminal: boolean;
  /** Null when stdin is no terminal. */
  readonly keyboard: Keyboard | null;
  /** Width of the terminal in columns; null when it is unknown. */
  columns(): number | null;
  /** Its height in rows; null when it is unknown. */
  rows(): number | null;
  onResize(listener: () => void): Release;
  /** While registered, the signal doesn't end the process. */
  onSignal(signal: TerminalSignal, listener: () => void): Release;
  /** Stops this process as Ctrl-Z does; resolves when it goes on. */
  suspend(): Promise<void>;

  /** A copy, changed by nobody. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** Of Node, without a "v". */
  readonly nodeVersion: string;
  readonly cwd: string;
  readonly homeDir: string;
  readonly version: string;
  /** The folder of this package: templates lie in it. */
  readonly packageRoot: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Minutes that local time is ahead of UTC at that moment: 60 for UTC+1. */
  zoneOffset(atMs: number): number;
  /** Calls back every ms until released; never keeps the process alive. */
  every(ms: number, listener: () => void): Release;
  /** The engine's ports, made at the first call. */
  connect(): Promise<Ports>;
  /** How servers in other processes are met; made at the first call. */
  servers(): Promise<ServerPorts>;
  /** Serves in this process; what that takes is loaded by the call. */
  readonly serve: Serve;
}
