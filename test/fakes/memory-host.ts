import type { CliHost, Keyboard, OutputStream, TerminalSignal } from "#cli/host";
import type { Ports } from "#engine/ports";
import type { ServerPorts } from "#engine/server-ports";

export interface MemoryHost extends CliHost {
  /** Everything written to the stream so far. */
  out(): string;
  err(): string;
  resize(columns: number): void;
  press(key: string): void;
  raise(signal: TerminalSignal): void;
  /** Moves the clock on and calls what is due. */
  advance(ms: number): void;
  /** Listeners and timers that nobody has released. */
  held(): number;
}

export interface MemoryHostFacts {
  readonly terminal?: boolean;
  readonly stderrTerminal?: boolean;
  readonly stdinTerminal?: boolean;
  readonly columns?: number | null;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly homeDir?: string;
  readonly version?: string;
  readonly platform?: string;
  readonly now?: number;
  readonly zoneOffset?: number;
  readonly ports?: Ports;
  readonly servers?: ServerPorts;
}

/** A process that only exists in memory: a UTF-8 terminal of 80 columns at UTC+1, unless told otherwise. */
export function memoryHost(facts: MemoryHostFacts = {}): MemoryHost {
  const terminal = facts.terminal ?? true;
  const stdout = memoryStream(terminal);
  const stderr = memoryStream(facts.stderrTerminal ?? terminal);
  const listeners = {
    resize: new Set<() => void>(),
    keys: new Set<(key: string) => void>(),
    signals: new Map<TerminalSignal, Set<() => void>>(),
    timers: new Set<{ everyMs: number; dueMs: number; listener: () => void }>(),
  };
  let columns = facts.columns === undefined ? 80 : facts.columns;
  let now = facts.now ?? Date.UTC(2026, 10, 20, 22, 35, 31);

  const keyboard: Keyboard = { listen: (listener) => hold(listeners.keys, listener) };
  const signalSet = (signal: TerminalSignal): Set<() => void> => {
    const set = listeners.signals.get(signal) ?? new Set();
    listeners.signals.set(signal, set);
    return set;
  };
  return {
    stdout,
    stderr,
    stdinIsTerminal: facts.stdinTerminal ?? terminal,
    keyboard: (facts.stdinTerminal ?? terminal) ? keyboard : null,
    columns: () => columns,
    rows: () => facts.rows ?? null,
    onResize: (listener) => hold(listeners.resize, listener),
    onSignal: (signal, listener) => hold(signalSet(signal), listener),
    suspend: () => Promise.resolve(),
    env: { LANG: "en_US.UTF-8", ...facts.env },
    platform: facts.platform ?? "linux",
    nodeVersion: "20.19.2",
    cwd: facts.cwd ?? "/home/ada/code/ledger-api",
    homeDir: facts.homeDir ?? "/home/ada",
    version: facts.version ?? "1.0.0",
    packageRoot: "/opt/backlog-loop",
    now: () => now,
    zoneOffset: () => facts.zoneOffset ?? 60,
    every: (everyMs, listener) => hold(listeners.timers, { everyMs, dueMs: now + everyMs, listener }),
    connect: () =>
      facts.ports ? Promise.resolve(facts.ports) : Promise.reject(new Error("no ports in this test")),
    servers: () =>
      facts.servers ? Promise.resolve(facts.servers) : Promise.reject(new Error("no servers in this test")),
    serve: () => Promise.reject(new Error("nothing is served in this test")),

    out: () => stdout.text(),
    err: () => stderr.text(),
    resize(next) {
      columns = next;
      for (const listener of listeners.resize) listener();
    },
    press(key) {
      for (const listener of listeners.keys) listener(key);
    },
    raise(signal) {
      for (const listener of signalSet(signal)) listener();
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = [...listeners.timers]
          .toSorted((a, b) => a.dueMs - b.dueMs)
          .find(({ dueMs }) => dueMs <= end);
        if (!next) break;
        now = next.dueMs;
        next.dueMs += next.everyMs;
        next.listener();
      }
      now = end;
    },
    held: () =>
      listeners.resize.size +
      listeners.keys.size +
      listeners.timers.size +
      [...listeners.signals.values()].reduce((sum, set) => sum + set.size, 0),
  };
}

const hold = <T>(set: Set<T>, entry: T): (() => void) => {
  set.add(entry);
  return () => {
    set.delete(entry);
  };
};

const memoryStream = (isTerminal: boolean): OutputStream & { text(): string } => {
  let text = "";
  return {
    isTerminal,
    isClosed: false,
    write(more) {
      text += more;
    },
    drained: () => Promise.resolve(),
    text: () => text,
  };
};
