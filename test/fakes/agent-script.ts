import { createCancelSource } from "#engine/cancel";
import type { Clock, ProcessEnd, ProcessIdentity, RunningProcess, SpawnRequest } from "#engine/ports";

/** What a scripted agent can do while it runs. */
export interface AgentSession {
  readonly request: SpawnRequest;
  readonly process: ProcessIdentity;
  /** Prints whole lines; a text with newlines is several. Nothing arrives once the session was ended. */
  print(text: string, stream?: "stdout" | "stderr"): void;
  /** Virtual time; never resolves once the process is gone. */
  sleep(ms: number): Promise<void>;
  /** Stays alive on TERM until the grace is over. */
  ignoreTerm(): void;
  /** Leaves a process behind that bears the session's mark; gives its pid. */
  leave(): number;
}

/** Resolves to an exit code (nothing: 0) or to parts of an end. */
export type AgentScript = (session: AgentSession) => Promise<number | void | Partial<ProcessEnd>>;

export interface ScriptWorld {
  readonly clock: Clock;
  readonly leave: () => number;
  /** Takes the process out of the table; gives how many others were swept with it. */
  readonly exit: () => number;
}

/** Plays a script as a process: lines until it is ended, then one end, first cause first. */
export function runScript(
  script: AgentScript,
  request: SpawnRequest,
  identity: ProcessIdentity,
  world: ScriptWorld,
): RunningProcess {
  const gone = createCancelSource();
  let ending = false;
  let obstinate = false;
  let settle: (end: Partial<ProcessEnd>) => void = () => undefined;
  const ended = new Promise<ProcessEnd>((resolve) => {
    settle = (end) => {
      if (gone.token.cause !== null) return;
      gone.cancel("request");
      resolve({ exitCode: null, signal: null, spawnError: null, swept: world.exit(), ...end });
    };
  });
  const session: AgentSession = {
    request,
    process: identity,
    print(text, stream = "stdout") {
      if (ending || gone.token.cause !== null) return;
      for (const line of text.split("\n")) request.onLine(stream, line, false);
    },
    async sleep(ms) {
      if ((await world.clock.sleep(ms, gone.token)) === "cancelled") await new Promise(() => undefined);
    },
    ignoreTerm: () => void (obstinate = true),
    leave: world.leave,
  };
  const play = async (): Promise<void> => {
    await Promise.resolve();
    request.onStart?.(identity);
    try {
      const end = await script(session);
      settle(typeof end === "object" ? end : { exitCode: end ?? 0 });
    } catch (error) {
      settle({ exitCode: 1 });
      throw error;
    }
  };
  void play();

  return {
    ended,
    end(graceMs) {
      ending = true;
      if (!obstinate) settle({ signal: "SIGTERM" });
      else void world.clock.sleep(graceMs, gone.token).then(() => settle({ signal: "SIGKILL" }));
    },
  };
}
