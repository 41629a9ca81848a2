import { ToolError } from "#contracts/error";
import { CANCEL_NOTICE_MS } from "#contracts/limits";
import type { BacklogPaths } from "#contracts/paths";
import { folderName } from "#core/projects/absolute-path";
import { createCancelSource } from "#engine/cancel";
import type { RunRequest } from "#engine/loop/loop-context";
import { runUnderLock, startLoop } from "#engine/loop/start-loop";
import { fencePorts } from "#engine/operations/projects/fence-ports";
import { resumeLoop, type ResumeInput, type Resumed } from "#engine/operations/loop/resume-loop";
import { reviewLoop, type ReviewRequest } from "#engine/operations/loop/review-loop";
import type { Ports } from "#engine/ports";
import { writeCancel } from "#engine/stores/control-files";
import { inspectLock } from "#engine/files/inspect-lock";
import { createLoopSlots, errorWords, type RunningLoop } from "#server/loop-slots";

/** The loops that run in this process: one for each project (spec: Limits). What a loop dies of never reaches the server. */
export interface LoopManager {
  /** Settles once the run has passed its checks and is under way; a refusal is its ToolError. */
  start(paths: BacklogPaths, request: RunRequest): Promise<void>;
  /** As start, of a run that only reviews. */
  review(paths: BacklogPaths, request: ReviewRequest): Promise<void>;
  /** Mends and answers, then goes on as start does; that the run could not start is told, not thrown. */
  resume(paths: BacklogPaths, input: Omit<ResumeInput, "cancel">): Promise<Resumption>;
  /** Asks the loop of this root to stop, whichever process runs it; NOT_FOUND when none does. */
  stop(paths: BacklogPaths): Promise<void>;
  /** Paths of the projects with a loop in this process. */
  running(): readonly string[];
  /** Cancels every loop of this process, starts no other, and settles when all have ended. */
  stopAll(): Promise<void>;
  /** For whoever can't wait for stopAll: agents get no grace any more, and git is ended, for good. */
  hurry(): void;
}

export interface Resumption {
  readonly resumed: Resumed;
  /** Why no loop runs; null: it does. */
  readonly reason: string | null;
}

/** `log` hears what a run would have told a terminal. */
export function createLoopManager(ports: Ports, log: (line: string) => void): LoopManager {
  const slots = createLoopSlots(log);
  const { loops } = slots;
  const fenced = ({ projectPath }: BacklogPaths): Ports => fencePorts(ports, projectPath);
  return {
    start: (paths, request) =>
      orConflict(slots.launch(paths, (hooks) => startLoop(fenced(paths), paths, request, hooks))),
    review: (paths, request) =>
      orConflict(slots.launch(paths, (hooks) => reviewLoop(fenced(paths), paths, request, hooks))),
    async resume(paths, input) {
      const resumed = await resumeLoop(fenced(paths), paths, {
        ...input,
        cancel: createCancelSource().token,
      });
      const { ready } = resumed;
      if (ready === null) return { resumed, reason: nothingToDo(resumed) };
      try {
        await slots.launch(paths, (hooks) =>
          runUnderLock(fenced(paths), paths, ready.request, hooks, ready.checked, ready.lock),
        );
        return { resumed, reason: null };
      } catch (error) {
        await ready.lock.release();
        return { resumed, reason: errorWords(error) };
      }
    },
    async stop(paths) {
      const loop = loops.get(paths.projectPath);
      if (loop?.stateDir === paths.stateDir) return stopOwn(ports, loop);
      if (!(await inspectLock(fenced(paths), paths.lock)).alive) throw noLoop(paths);
      await writeCancel(fenced(paths), paths);
    },
    running: () => [...loops.keys()],
    async stopAll() {
      slots.close();
      const all = [...loops.values()];
      for (const { cancel } of all) cancel.cancel("request");
      await Promise.all(all.map(({ ended }) => ended));
    },
    hurry() {
      for (const { hurry } of loops.values()) hurry.cancel("request");
      // A commit may hang in its hook. All loops share this git, and all are ending.
      ports.git.stop();
    },
  };
}

/** A loop that runs already is the same conflict, whether this process or another runs it (spec: Errors). */
async function orConflict(launched: Promise<void>): Promise<void> {
  try {
    await launched;
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "LOCK_CONFLICT") throw error;
    const { message, details, reason, hints } = error;
    throw new ToolError("CONFLICT", message, { details, reason, hints, cause: error });
  }
}

/** Waits for its end as long as a well-behaved agent needs, so that whoever starts it again right away isn't refused. */
async function stopOwn(ports: Ports, { cancel, ended }: RunningLoop): Promise<void> {
  const bell = createCancelSource();
  void ended.then(() => bell.cancel("request"));
  cancel.cancel("request");
  await ports.clock.sleep(CANCEL_NOTICE_MS, bell.token);
}

const noLoop = ({ projectPath }: BacklogPaths): ToolError =>
  new ToolError("NOT_FOUND", `No loop is running in ${folderName(projectPath)}.`, {
    details: { projectPath },
  });

const nothingToDo = ({ backlog }: Resumed): string =>
  backlog.items.every((item) => item.status === "done") ? "All items are done." : "No item can be worked on.";
