import { createCancelSource, type CancelSource } from "#engine/cancel";
import type { LoopOutcome } from "#engine/loop/finish-loop";
import type { RunRequest } from "#engine/loop/loop-context";
import { runUnderLock, startLoop, type RunHooks } from "#engine/loop/start-loop";
import { resetLoop } from "#engine/operations/loop/reset-loop";
import { resumeLoop } from "#engine/operations/loop/resume-loop";
import { ToolError } from "#contracts/error";
import type { LoopEvent } from "#contracts/schema/loop-event";
import type { CancelToken } from "#engine/ports";
import { paths, REQUEST } from "../scenarios/night.ts";
import { createRunnerPorts } from "./runner-ports.ts";
import { playDeed, type Stage } from "./stage.ts";
import { parseBacklog } from "./chronicle.ts";
import type { Night } from "./story.ts";

export interface NightEnd {
  readonly pid: number;
  readonly kind: "ended" | "refused" | "broken" | "mended" | "killed" | "hung";
  readonly outcome: LoopOutcome | null;
  readonly error: ToolError | null;
  readonly events: readonly LoopEvent[];
  /** Faults that really came. */
  readonly struck: readonly string[];
  readonly calls: number;
  readonly maxRetries: number;
}

/** Far beyond what the sleeps of a story come to. */
const HUNG_MS = 6 * 3_600_000;
/** What a run's end sets off without waiting for it. */
const SETTLE_TURNS = 30;

/** One start of a runner, with what befalls it, to its end or its death. */
export async function playNight(stage: Stage, night: Night): Promise<NightEnd> {
  const { world, chronicle } = stage;
  const pid = stage.nextPid();
  chronicle.say(`night: ${night.how} by ${pid} ${JSON.stringify({ ...night, happenings: [] })}`);
  const runner = createRunnerPorts(world, chronicle, {
    pid,
    kill: night.kill,
    faults: night.faults,
    as: "runner",
  });
  const cancel = countedCancel();
  const hurry = createCancelSource();
  const over = createCancelSource();
  const events: LoopEvent[] = [];
  let ready = false;
  const hooks: RunHooks = {
    cancel: cancel.source,
    hurry: hurry.token,
    onEvent: (event) => {
      events.push(event);
      chronicle.say(`  ${event.type} ${"itemId" in event ? event.itemId : ""}`);
    },
    onReady: () => {
      ready = true;
    },
  };
  const others: Promise<unknown>[] = [];
  Object.assign(stage.hooks, {
    cancel: (by: "marker" | "signal") => by === "signal" && cancel.source.cancel("signal"),
    hurry: () => (cancel.source.cancel("signal"), hurry.cancel("signal")),
    start: () => void (world.processes.alive.includes(pid) && others.push(startSecond(stage, pid))),
  });
  const at = async (ms: number, then: () => unknown): Promise<void> => {
    if ((await world.clock.sleep(ms, over.token)) === "slept") await then();
  };
  chronicle.lost.branch ||= (await world.git.head(stage.repository)).branch !== "night";
  const before = world.files.textOf(paths.backlog);
  const handsBefore = chronicle.byHand.count;
  for (const deed of night.happenings) void at(deed.atMs, () => playDeed(stage, deed));
  if (night.kill !== null && "afterMs" in night.kill) void at(night.kill.afterMs, runner.kill);

  const ports = stage.mutate(runner.ports, world);
  const request: RunRequest = { ...REQUEST, ...night.request };
  const end = await Promise.race([
    play(night, ports, request, hooks).then(
      (outcome) => ({
        kind: outcome === null ? ("mended" as const) : ("ended" as const),
        outcome,
        error: null,
      }),
      (error: unknown) => ({
        kind: ready ? ("broken" as const) : ("refused" as const),
        outcome: null,
        error,
      }),
    ),
    runner.dead.then(() => ({ kind: "killed" as const, outcome: null, error: null })),
    at(HUNG_MS, () => undefined).then(() =>
      over.token.cause === null
        ? { kind: "hung" as const, outcome: null, error: null }
        : new Promise<never>(() => undefined),
    ),
  ]);
  over.cancel("request");
  await Promise.all(others);
  for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await Promise.resolve();
  chronicle.say(
    `night ends: ${end.kind} ${end.outcome?.status ?? ""} ${end.error === null ? "" : describe(end.error)}`,
  );
  if (end.error !== null && !(end.error instanceof ToolError))
    chronicle.violate(`not a ToolError: ${describe(end.error)}`);
  if (end.error instanceof ToolError && end.error.code === "INTERNAL_ERROR")
    chronicle.violate(describe(end.error));
  if (end.kind === "hung") chronicle.violate("the run never ends");
  if (end.kind !== "killed" && end.kind !== "hung") {
    if (runner.openTimers() > 0) chronicle.violate(`${runner.openTimers()} timers leaked`);
    if (cancel.listening() > 0) chronicle.violate(`${cancel.listening()} cancel listeners leaked`);
  }
  if (
    end.kind === "refused" &&
    night.how === "run" &&
    !night.request.retryBlocked &&
    chronicle.byHand.count === handsBefore
  ) {
    const same = world.files.textOf(paths.backlog) === before || chronicle.edits.size > 0;
    if (
      !same &&
      runner.struck().length === 0 &&
      parseBacklog(before) !== null &&
      night.happenings.length === 0
    )
      chronicle.violate("a refused run changed the backlog");
  }
  world.processes.kill(pid);
  if (night.recycledPid) world.processes.plant(pid, `other-${pid}`);
  return {
    ...end,
    pid,
    error: end.error instanceof ToolError ? end.error : null,
    events,
    struck: runner.struck(),
    calls: runner.calls(),
    maxRetries: request.maxRetries ?? 3,
  };
}

async function play(
  night: Night,
  ports: Parameters<typeof startLoop>[0],
  request: RunRequest,
  hooks: RunHooks,
): Promise<LoopOutcome | null> {
  switch (night.how) {
    case "run":
      return startLoop(ports, paths, request, hooks);
    case "reset":
      await resetLoop(ports, paths);
      return null;
    case "resume": {
      const { ready } = await resumeLoop(ports, paths, {
        request,
        answers: [],
        retryBlocked: request.retryBlocked,
        recover: false,
        cancel: hooks.cancel.token,
      });
      return ready === null
        ? null
        : runUnderLock(ports, paths, ready.request, hooks, ready.checked, ready.lock);
    }
  }
}

/** A second runner while the first is at work: it must be refused, and touch nothing. */
async function startSecond(stage: Stage, first: number): Promise<void> {
  const pid = stage.nextPid();
  const { world, chronicle } = stage;
  const { ports } = createRunnerPorts(world, chronicle, { pid, kill: null, faults: [], as: "runner" });
  const hooks = { cancel: createCancelSource(), hurry: createCancelSource().token };
  const isAtWork = (): boolean => world.processes.alive.includes(first) && !chronicle.released.has(first);
  try {
    await startLoop(
      stage.mutate(ports, world),
      paths,
      { ...REQUEST, force: true },
      {
        ...hooks,
        onReady: ({ plan }) => {
          if (isAtWork()) chronicle.violate("two runs at once");
          chronicle.lost.branch ||= plan.branch !== "night";
          chronicle.lost.end = true;
        },
      },
    );
  } catch (error) {
    chronicle.say(`second start: ${describe(error)}`);
  }
  world.processes.kill(pid);
}

const describe = (error: unknown): string =>
  error instanceof ToolError
    ? `${error.code} ${error.message} ${error.reason ?? ""}`
    : String(error instanceof Error ? error.stack : error);

function countedCancel(): { source: CancelSource; listening: () => number } {
  const source = createCancelSource();
  let listening = 0;
  const token: CancelToken = {
    get cause() {
      return source.token.cause;
    },
    onCancel(listener) {
      const release = source.token.onCancel(listener);
      let held = true;
      listening += 1;
      return () => {
        if (held) listening -= 1;
        held = false;
        release();
      };
    },
  };
  return { source: { token, cancel: (cause) => source.cancel(cause) }, listening: () => listening };
}
