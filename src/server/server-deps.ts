import type { Ports } from "#engine/ports";
import type { LoopManager } from "#server/loop-manager";
import type { Streams } from "#server/streams/create-streams";

/** All that the app knows of the process it serves in. */
export interface ServerDeps {
  readonly ports: Ports;
  /** Of the tool. */
  readonly version: string;
  /** Absolute; asked for at each request, since a setting changes it under a running server. */
  readonly rootDirectory: () => Promise<string>;
  /** The built dashboard: a folder with an index.html, there or not. */
  readonly webRoot: string;
  /** That it listens on, or will. */
  readonly port: () => number;
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly loops: LoopManager;
  readonly streams: Pick<Streams, "loopEvents" | "logStream">;
  /** A line of the server's log: what went wrong and nobody else is told. */
  readonly log: (line: string) => void;
}
