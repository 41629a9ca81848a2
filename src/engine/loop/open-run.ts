import { resolveBudget } from "#core/loop/budget";
import { logLine } from "#core/events/log-line";
import { CIRCUIT_BREAKER_THRESHOLD, DEFAULT_MAX_RETRIES, SESSION_TIMEOUT_MINUTES } from "#contracts/limits";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { LoopEvent, LoopEventBody } from "#contracts/schema/loop-event";
import type { LoopState } from "#contracts/schema/loop-state";
import { autoSweep } from "#engine/loop/auto-sweep";
import type { CheckedRun } from "#engine/loop/check-run";
import { ignoreBookkeeping, trackedWords, type IgnoreRules } from "#engine/loop/tree/ignore-bookkeeping";
import type { LoopContext, RunPlan, RunRequest } from "#engine/loop/loop-context";
import type { PreparedTree } from "#engine/loop/prepare-tree";
import { saveState } from "#engine/loop/save-state";
import type { RunHooks } from "#engine/loop/start-loop";
import type { HeldLock } from "#engine/loop/take-lock";
import type { Ports } from "#engine/ports";
import { registerActiveLoop, removeActiveLoop } from "#engine/stores/active-loops";
import { clearAgentRecord } from "#engine/stores/agent-record";
import { clearDone, clearStaleCancel } from "#engine/stores/control-files";
import { sweepTemps } from "#engine/files/atomic-write";
import { openEventLog } from "#engine/stores/event-log";
import { openLoopLog } from "#engine/stores/loop-log";

export interface OpenRun {
  readonly ctx: LoopContext;
  /** Releases in reverse order what opening took; the lock is the caller's. What can't be removed can't undo how the run ended: its process's death tells the next reader. */
  close(): Promise<void>;
}

/** From the first write to loop_started: the run's files, its plan and its first events. */
export async function openRun(
  ports: Ports,
  paths: BacklogPaths,
  request: RunRequest,
  checked: CheckedRun,
  tree: PreparedTree,
  lock: HeldLock,
  hooks: RunHooks,
): Promise<OpenRun> {
  const startedMs = ports.clock.now();
  const ignoreRules = await ignoreBookkeeping(ports, paths, checked.repository, tree.prefix);
  await registerActiveLoop(ports, paths, {
    startedAt: new Date(startedMs).toISOString(),
    status: "starting",
  });
  await sweepTemps(ports, checked.repository.gitDir);
  const sinks = await openSinks(ports, paths, hooks);
  const budget = resolveBudget({
    flag: request.maxIterations,
    marker: checked.marker.options.maxIterations ?? null,
    items: tree.backlog.items,
  });
  const plan = await planOf(ports, request, checked, tree, lock, budget.maxIterations);
  const ctx: LoopContext = {
    ports,
    paths,
    request,
    plan,
    marker: checked.marker,
    config: checked.config,
    repository: checked.repository,
    prefix: tree.prefix,
    cancel: hooks.cancel.token,
    hurry: hooks.hurry,
    renewLock: lock.renew,
    emit: sinks.emit,
    note: sinks.note,
    run: firstProgress(tree, plan, checked, startedMs, ignoreRules),
  };
  const close = async (): Promise<void> => {
    await sinks.close();
    await clearAgentRecord(ports, paths).catch(() => false);
    await removeActiveLoop(ports, paths).catch(() => undefined);
  };
  try {
    await clearDone(ports, paths);
    await clearStaleCancel(ports, paths);
    await saveState(ctx, {});
    await autoSweep(ctx);
    await saveState(ctx, { status: "running" });
    announce(ctx, tree, checked, budget.source, hooks);
    return { ctx, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Sinks {
  readonly emit: (body: LoopEventBody) => void;
  readonly note: (text: string) => void;
  close(): Promise<void>;
}

/** Where events go; no sink can throw into the loop. */
async function openSinks(ports: Ports, paths: BacklogPaths, hooks: RunHooks): Promise<Sinks> {
  const events = await openEventLog(ports, paths);
  const log = await openLoopLog(ports, paths);
  return {
    emit(body) {
      const timestamp = new Date(ports.clock.now()).toISOString();
      const event = { ...body, timestamp, projectPath: paths.projectPath } as LoopEvent;
      events.append(event);
      log.append(logLine(event));
      quietly(() => hooks.onEvent?.(event));
    },
    note: (text) => log.append([text]),
    close: async () => {
      await Promise.all([events.close(), log.flush()]);
    },
  };
}

async function planOf(
  ports: Ports,
  request: RunRequest,
  checked: CheckedRun,
  tree: PreparedTree,
  lock: HeldLock,
  maxIterations: number,
): Promise<RunPlan> {
  const { options } = checked.marker;
  const minutes = request.sessionTimeoutMinutes ?? options.sessionTimeout ?? SESSION_TIMEOUT_MINUTES;
  return {
    maxIterations,
    maxRetries: request.maxRetries ?? DEFAULT_MAX_RETRIES,
    timeoutMs: Math.round(minutes * 60_000),
    breakerThreshold:
      request.circuitBreakerThreshold ?? options.circuitBreakerThreshold ?? CIRCUIT_BREAKER_THRESHOLD,
    sleepOnLimit: request.sleepOnLimit ?? options.sleepOnLimit ?? true,
    childEnv: { ...options.childEnv, ...request.childEnv },
    agentId: checked.agent.preset.id,
    branch: tree.head.branch,
    hasCommitHooks: await ports.git.hasCommitHooks(checked.repository),
    dirtySubmodules: tree.dirtySubmodules,
    earlierBaseline: tree.earlierBaseline,
    token: lock.token,
  };
}

function firstProgress(
  tree: PreparedTree,
  plan: RunPlan,
  checked: CheckedRun,
  startedMs: number,
  ignoreRules: IgnoreRules,
): LoopContext["run"] {
  return {
    state: firstState(tree, plan, checked, startedMs),
    untold: null,
    backlog: tree.backlog,
    attempts: new Map(),
    commits: new Map(),
    leftStash: null,
    infraFailures: 0,
    failedCommits: 0,
    infraWords: "",
    idlePasses: 0,
    limit: null,
    usageAskedMs: null,
    blindSleeps: 0,
    review: null,
    reviewAttempts: 0,
    halt: null,
    askedBy: null,
    excluded: [...tree.recovery.nested],
    ignoreRules,
    sessions: 0,
    startedMs,
    sleptMs: 0,
  };
}

function firstState(tree: PreparedTree, plan: RunPlan, checked: CheckedRun, startedMs: number): LoopState {
  const startedAt = new Date(startedMs).toISOString();
  return {
    status: "starting",
    iteration: 0,
    maxIterations: plan.maxIterations,
    currentItem: null,
    lastSignal: null,
    startedAt,
    updatedAt: startedAt,
    completedItems: [],
    blockedItems: [],
    deferredItems: [],
    baseCommitHash: tree.head.commit,
    error: null,
    unfinishedItem: tree.recovery.unfinished,
    foreignCommits: [],
    branch: tree.head.branch,
    agent: plan.agentId,
    model: checked.agent.model,
  };
}

/** loop_started, and a log line for each thing that was done before it. */
function announce(
  ctx: LoopContext,
  tree: PreparedTree,
  checked: CheckedRun,
  budgetSource: string,
  hooks: RunHooks,
): void {
  const { plan } = ctx;
  const { model } = checked.agent;
  ctx.emit({
    type: "loop_started",
    maxIterations: plan.maxIterations,
    ...(model === null ? {} : { model }),
    provider: plan.agentId,
    ...(plan.branch === null ? {} : { branch: plan.branch }),
    ...(tree.head.commit === null ? {} : { baseCommitHash: tree.head.commit }),
    budgetSource,
  });
  ctx.note(`Budget ${plan.maxIterations} (${budgetSource})`);
  if (tree.sweptProcesses > 0) ctx.note(`Ended ${tree.sweptProcesses} processes that an earlier run left`);
  for (const { id, commit } of tree.recovery.promoted)
    ctx.note(`Item ${id}: its commit ${commit.slice(0, 7)} was there: done`);
  for (const id of tree.recovery.stalled) ctx.note(`Item ${id}: was in progress: pending`);
  for (const id of tree.retried) ctx.note(`Item ${id}: was blocked: pending`);
  if (ctx.request.force && tree.takenAlong.length > 0) {
    const text = `Uncommitted and taken along: ${tree.takenAlong.join(", ")}`;
    ctx.note(text);
    hooks.onWarning?.(text);
  }
  const { nested } = tree.recovery;
  if (nested.length > 0) {
    const text = `Left alone, for they are repositories inside of this one: ${nested.join(", ")}`;
    ctx.note(text);
    hooks.onWarning?.(text);
  }
  const tracked = trackedWords(ctx.run.ignoreRules.tracked);
  if (tracked !== null) {
    ctx.note(tracked);
    hooks.onWarning?.(tracked);
  }
  if (checked.marker.options.runtime !== "global") {
    hooks.onWarning?.(
      `The project still names the legacy runtime "shell"; \`${TOOL_NAME} update\` mends that.`,
    );
  }
}

function quietly(listen: () => void): void {
  try {
    listen();
  } catch {
    // A renderer that fails must not end the night's work.
  }
}
