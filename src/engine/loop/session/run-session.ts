import { childEnv } from "#core/agents/child-env";
import type { Invocation } from "#core/agents/agent-preset";
import type { SessionExit } from "#core/loop/classify-exit";
import { maskExit } from "#core/loop/mask-exit";
import type { AgentId } from "#contracts/agent-ids";
import { KILL_GRACE_MS } from "#contracts/limits";
import { createCancelSource } from "#engine/cancel";
import type { ChosenAgent, LoopContext } from "#engine/loop/loop-context";
import { createSessionReader, type SessionReader } from "#engine/loop/session/session-reader";
import { watchSession } from "#engine/loop/session/watch-session";
import type { ProcessEnd, RunningProcess } from "#engine/ports";
import { createAgentRecord } from "#engine/loop/session/record-agent";

/** What waits in the pipes is read in less. */
const READ_ON_MS = 50;

export interface SessionRequest {
  /** Null in a review. */
  readonly itemId: string | null;
  readonly agent: ChosenAgent;
  readonly prompt: string;
}

/** Runs one agent process to its end; whatever ends it first is the cause, and what it says later counts for nothing. */
export async function runSession(ctx: LoopContext, request: SessionRequest): Promise<SessionExit> {
  const { ports, run } = ctx;
  const itemId = request.itemId ?? "";
  const { preset, config, source, model } = request.agent;
  run.sessions += 1;
  const mark = `${ctx.plan.token}.${run.sessions}`;
  const promptFile = `${ports.machine.tempDir}/${mark}.md`;
  const call = preset.invocation({ model, config, source, prompt: request.prompt, promptFile });
  const reader = createSessionReader({
    dialect: preset.dialect(config),
    limits: preset.limits,
    now: () => ports.clock.now(),
    monotonic: () => ports.clock.monotonic(),
    onTool: (phase, toolName) => ctx.emit({ type: "llm_tool_activity", itemId, toolName, phase }),
    onTokens: (inputTokens, outputTokens) =>
      ctx.emit({ type: "llm_token_update", itemId, inputTokens, outputTokens }),
  });

  if (call.promptDelivery === "file") {
    await ports.files.write(promptFile, request.prompt, { exclusive: true, mode: 0o600 });
  }
  ctx.emit({
    type: "llm_spawned",
    itemId,
    provider: preset.id,
    ...(model === null ? {} : { model }),
    timeoutMinutes: ctx.plan.timeoutMs / 60_000,
  });
  const started = ports.clock.monotonic();
  const record = createAgentRecord(ctx, mark, request.itemId);
  const child = ports.processes.spawn({
    binary: call.binary,
    args: call.args,
    cwd: ctx.paths.projectPath,
    env: sessionEnv(ctx, request, call, mark),
    stdin: call.promptDelivery === "stdin" ? request.prompt : null,
    mark,
    onLine: (stream, line, cut) => reader.line(stream, line, cut),
    onStart: record.started,
  });
  const ending = await endOf(ctx, child, reader, itemId, record.lasting);
  await record.written();
  // What the agent may have put in its place is of no use to anybody.
  if (call.promptDelivery === "file") await ports.files.remove(promptFile).catch(() => false);
  const durationMs = Math.round(ports.clock.monotonic() - started);
  const exit = describeExit(ctx, preset.id, reader, { ...ending, durationMs });
  ctx.emit({
    type: "llm_exited",
    itemId,
    provider: preset.id,
    exitCode: exit.exitCode,
    timedOut: ending.cause === "timeout",
    durationMs,
  });
  return exit;
}

type Cause = "exit" | "timeout" | "cancel" | "lingered";

/** Waits for the first of: its own exit, the timeout, a cancel, a final result whose process stays. */
async function endOf(
  ctx: LoopContext,
  child: RunningProcess,
  reader: SessionReader,
  itemId: string,
  onLasting: () => void,
): Promise<{ cause: Cause; end: ProcessEnd }> {
  const over = createCancelSource();
  let cause: Cause | null = null;
  const stop = (why: Cause): void => {
    if (cause !== null) return;
    cause = why;
    child.end(KILL_GRACE_MS);
  };
  const releases = [
    ctx.cancel.onCancel(() => stop("cancel")),
    ctx.hurry.onCancel(() => child.end(0)),
    watchSession(ctx, reader, itemId, { onLasting, onLinger: () => stop("lingered") }),
  ];
  const timeout = async (): Promise<void> => {
    if ((await ctx.ports.clock.sleep(ctx.plan.timeoutMs, over.token)) !== "slept") return;
    // A runner that stood still itself finds the time over before it has read what was said in time.
    if ((await ctx.ports.clock.sleep(READ_ON_MS, over.token)) === "slept") stop("timeout");
  };
  void timeout();
  const end = await child.ended;
  for (const release of releases) release();
  over.cancel("request");
  if (cause === null) reader.close();
  return { cause: cause ?? "exit", end };
}

function describeExit(
  ctx: LoopContext,
  agentId: AgentId,
  reader: SessionReader,
  ending: { readonly cause: Cause; readonly end: ProcessEnd; readonly durationMs: number },
): SessionExit {
  const { cause, end, durationMs } = ending;
  const limit = reader.limit();
  return maskExit({
    agentId,
    cause: cause === "lingered" ? "exit" : cause,
    exitCode: cause === "lingered" ? 0 : end.exitCode,
    killedBy: cause === "lingered" ? null : end.signal,
    spawnError: end.spawnError,
    durationMs,
    timeoutMs: ctx.plan.timeoutMs,
    signal: reader.signal(),
    result: reader.heard.result,
    limit: limit?.notice ?? null,
    limitAfterSignal: limit?.afterSignal ?? false,
    ...reader.tails(),
  });
}

function sessionEnv(
  ctx: LoopContext,
  request: SessionRequest,
  call: Invocation,
  mark: string,
): Record<string, string> {
  return childEnv({
    parent: ctx.ports.processes.environment(),
    suppress: ctx.request.suppressIterationReview,
    extra: ctx.plan.childEnv,
    agentEnv: call.env,
    mark,
    stateDir: ctx.paths.stateDir,
    itemId: request.itemId,
  });
}
