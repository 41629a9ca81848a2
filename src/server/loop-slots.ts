import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import { folderName } from "#core/projects/absolute-path";
import { createCancelSource, type CancelSource } from "#engine/cancel";
import type { RunHooks } from "#engine/loop/start-loop";

export interface RunningLoop {
  readonly stateDir: string;
  readonly cancel: CancelSource;
  readonly hurry: CancelSource;
  /** When its last word is written; never rejects. */
  readonly ended: Promise<void>;
}

export interface LoopSlots {
  /** By project path. */
  readonly loops: ReadonlyMap<string, RunningLoop>;
  /** Settles when the run is under way, or has ended before; rejects when it is refused. What it dies of later is logged. */
  launch(paths: BacklogPaths, run: (hooks: RunHooks) => Promise<unknown>): Promise<void>;
  /** Nothing is launched any more. */
  close(): void;
}

/** One place for each project, taken before anything is awaited: of two starters one gets it. */
export function createLoopSlots(log: (line: string) => void): LoopSlots {
  const loops = new Map<string, RunningLoop>();
  let closed = false;
  return {
    loops,
    close() {
      closed = true;
    },
    async launch({ projectPath, stateDir }, run) {
      if (closed) throw refusal("The server is stopping.", projectPath);
      if (loops.has(projectPath))
        throw refusal(`A loop is already running in ${folderName(projectPath)}.`, projectPath);
      const cancel = createCancelSource();
      const hurry = createCancelSource();
      await new Promise<void>((resolve, reject) => {
        const hooks: RunHooks = {
          cancel,
          hurry: hurry.token,
          onReady: () => resolve(),
          onWarning: (text) => log(`${projectPath}: ${text}`),
        };
        const ended = settle(run(hooks), (error) => {
          log(`${projectPath}: ${errorWords(error)}`);
          reject(error);
        }).finally(() => {
          loops.delete(projectPath);
          resolve();
        });
        loops.set(projectPath, { stateDir, cancel, hurry, ended });
      });
    },
  };
}

/** Message and reason of whatever was thrown. */
export function errorWords(error: unknown): string {
  if (!(error instanceof ToolError)) return error instanceof Error ? error.message : String(error);
  return error.reason === undefined ? error.message : `${error.message} ${error.reason}`;
}

async function settle(run: Promise<unknown>, onError: (error: unknown) => void): Promise<void> {
  try {
    await run;
  } catch (error) {
    onError(error);
  }
}

const refusal = (sentence: string, projectPath: string): ToolError =>
  new ToolError("CONFLICT", sentence, { details: { projectPath }, reason: "Nothing was started." });
