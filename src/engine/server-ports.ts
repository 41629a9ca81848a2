import type { ServerState } from "#contracts/schema/server-state";
import type { Ports } from "#engine/ports";

/** What is needed of the machine to meet a server of ours in another process. */
export interface ServerPorts {
  /** One exchange with whoever listens on this port of the loopback address; null when nobody answers HTTP there in time. */
  ask(port: number, request: LoopbackRequest): Promise<LoopbackAnswer | null>;
  /** Whether one could listen there now. */
  isPortFree(port: number): Promise<boolean>;
  /** Who listens there; null where that can't be told. */
  holderOf(port: number): Promise<PortHolder | null>;
  /** Runs this very program once more with these words, in a session of its own that outlives the terminal; what it prints is appended to the file. */
  startDetached(words: readonly string[], how: { cwd: string; output: string }): Promise<DetachedProcess>;
  /** False when there is no such process. */
  signal(pid: number, signal: "SIGTERM" | "SIGKILL"): boolean;
}

export interface LoopbackRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly timeoutMs: number;
}

export interface LoopbackAnswer {
  readonly status: number;
  /** Null when it is no JSON. */
  readonly body: unknown;
}

export interface PortHolder {
  readonly pid: number;
  readonly name: string;
  /** Where it runs; null where that can't be told. */
  readonly cwd: string | null;
}

export interface DetachedProcess {
  readonly pid: number;
  hasEnded(): boolean;
}

export interface ServeRequest {
  readonly ports: Ports;
  readonly version: string;
  readonly port: number;
  /** Absolute; asked for at each request, since a setting changes it under a running server. */
  readonly rootDirectory: () => Promise<string>;
  /** The folder of the built dashboard. */
  readonly webRoot: string;
}

export type Serving =
  | { readonly kind: "serving"; readonly server: RunningServer }
  /** Another process of ours was first. */
  | { readonly kind: "elsewhere"; readonly state: ServerState };

export interface RunningServer {
  readonly state: ServerState;
  /** Ends its loops, its streams and itself; settles when nothing of it is left. */
  close(): Promise<void>;
  /** For whoever can't wait for close: agents get no grace any more, and git is ended. */
  hurry(): void;
}

export type Serve = (request: ServeRequest) => Promise<Serving>;
