import type { LoopEvent } from "#contracts/schema/loop-event";
import type { LoopState } from "#contracts/schema/loop-state";
import { TERMINAL_LOOP_STATUSES } from "#contracts/loop-states";
import { paths, PROJECT } from "../scenarios/night.ts";
import { parseBacklog } from "./chronicle.ts";
import type { NightEnd } from "./play-night.ts";
import { OWN_STASH, type Stage } from "./stage.ts";

/** What holds whenever no runner is at work, whatever has happened. */
export function checkAlways(stage: Stage): void {
  checkBytes(stage);
  checkEventFiles(stage);
}

/** What holds besides when a start ended by itself. */
export function checkEnd(stage: Stage, end: NightEnd): void {
  const { chronicle, world } = stage;
  checkAlways(stage);
  checkEvents(stage, end);
  if (end.struck.length > 0) return;
  if (end.kind === "broken")
    chronicle.violate(`the run broke off without a fault: ${end.error?.message ?? ""}`);
  for (const lock of [paths.lock, `${PROJECT}/.git/tool-loop.lock`])
    if (world.files.textOf(lock)?.includes(`"pid":${end.pid},`)) chronicle.violate(`${lock} is still there`);
  if (end.kind === "ended") checkRunEnd(stage, end);
  if (end.kind === "ended" || end.kind === "mended" || end.kind === "broken") {
    checkDone(stage);
    checkStatuses(stage);
  }
}

/** No item that the runner called done without its commit, no commit of the runner whose item isn't done. */
function checkDone(stage: Stage): void {
  const { chronicle, world } = stage;
  const items = parseBacklog(world.files.textOf(paths.backlog))?.items ?? [];
  for (const item of items) {
    const byRunner = chronicle.authors.get(item.id) === "runner";
    const own = chronicle.commitsOf(item.id);
    if (item.status === "done" && byRunner && !chronicle.lost.memory && own.every((one) => one.foreign))
      chronicle.violate(`${item.id} is done without its commit`);
    if (
      item.status !== "done" &&
      byRunner &&
      own.some((one) => one.byRunner && !chronicle.reopened.has(item.id))
    )
      chronicle.violate(`${item.id} is ${item.status}, and the runner has committed it`);
  }
}

function checkStatuses(stage: Stage): void {
  const { chronicle, world } = stage;
  const backlog = parseBacklog(world.files.textOf(paths.backlog));
  for (const item of backlog?.items ?? []) {
    if (item.status === "in_progress" && chronicle.authors.get(item.id) === "runner")
      chronicle.violate(`${item.id} is in progress, and nobody works on it`);
  }
  for (const [id, title] of chronicle.edits) {
    const item = backlog?.items.find((one) => one.id === id);
    if (item?.title !== title)
      chronicle.violate(`an edit of ${id} is lost: "${item?.title}", not "${title}"`);
  }
}

function checkRunEnd(stage: Stage, end: NightEnd): void {
  const { chronicle, world } = stage;
  const { outcome, events } = end;
  const { end: isOver } = chronicle.lost;
  chronicle.lost.end = false;
  if (outcome === null || isOver) return;
  const text = world.files.textOf(paths.state);
  if (text === null) return chronicle.violate("state.json is missing after a run");
  const state = JSON.parse(text) as LoopState;
  const terminal: readonly string[] = TERMINAL_LOOP_STATUSES;
  const told = events.filter((event) => event.type === "item_completed").map((event) => event.itemId);
  for (const event of events) {
    if (event.type !== "item_completed" || event.commit === undefined) continue;
    const known = chronicle.commits.some(({ id, hash }) => id === event.itemId && hash === event.commit);
    if (!known) chronicle.violate(`${event.itemId} is told done by a commit that isn't its own`);
  }
  const active = [...world.files.tree("/home/user/.tool/active").keys()].filter(
    (name) => !isTempOfLiving(stage, name),
  );
  const blocked = events.filter((event) => event.type === "item_blocked" || event.type === "needs_human");
  const expectations: readonly (readonly [boolean, string])[] = [
    [
      terminal.includes(state.status) && state.status === outcome.status,
      `state.json says ${state.status}, the outcome ${outcome.status}`,
    ],
    [state.currentItem === null, "currentItem is left in state.json"],
    [state.iteration <= state.maxIterations, `${state.iteration} iterations of ${state.maxIterations}`],
    [
      state.completedItems.join() === told.join(),
      `completedItems ${state.completedItems.join()}, told ${told.join()}`,
    ],
    [
      outcome.result.completedCount === told.length,
      `completedCount ${outcome.result.completedCount} of ${told.length}`,
    ],
    [
      outcome.result.blockedCount === blocked.length,
      `blockedCount ${outcome.result.blockedCount} of ${blocked.length}`,
    ],
    [
      state.blockedItems.length + state.deferredItems.length === blocked.length,
      "blockedItems and deferredItems don't add up",
    ],
    [world.files.textOf(paths.done) !== null, "no DONE marker"],
    [world.files.textOf(paths.agentRecord) === null, "agent.json is left"],
    [active.length === 0, `the active entry is left: ${active.join()}`],
    [outcome.result.cancelled === (outcome.status === "paused"), "cancelled is not paused"],
  ];
  for (const [holds, words] of expectations) if (!holds) chronicle.violate(words);
}

/** A temporary file of a dead writer whose pid somebody else has by now stays until he is gone. */
export function isTempOfLiving(stage: Stage, name: string): boolean {
  const pid = /\.(\d+)-[0-9a-f]+\.tmp$/.exec(name)?.[1];
  return pid !== undefined && stage.world.processes.alive.includes(Number(pid));
}

/** The events of one run, as its listeners heard them. */
function checkEvents(stage: Stage, { events, kind, maxRetries }: NightEnd): void {
  const { chronicle } = stage;
  if (events.length === 0) return;
  const count = (...types: LoopEvent["type"][]): number =>
    events.filter((event) => types.includes(event.type)).length;
  const ends = ["loop_completed", "loop_cancelled", "loop_error", "loop_paused"] as const;
  if (events[0]?.type !== "loop_started" || count("loop_started") !== 1)
    chronicle.violate("loop_started isn't the first");
  if (count(...ends) > 1) chronicle.violate("the run has two ends");
  if (kind === "broken" && count(...ends) !== 1) chronicle.violate("a broken run without its end");
  if (kind === "ended" && count("llm_spawned") !== count("llm_exited"))
    chronicle.violate("a session without its end");
  const retries = new Map<string, number>();
  for (const event of events) {
    if (event.type === "iteration_start" && event.iteration > event.maxIterations)
      chronicle.violate("over the budget");
    if (event.type === "item_completed" || event.type === "item_blocked" || event.type === "needs_human")
      retries.delete(event.itemId);
    if (event.type !== "item_retried") continue;
    const before = retries.get(event.itemId) ?? 0;
    retries.set(event.itemId, event.attempt);
    if (event.attempt !== before + 1 || event.attempt > maxRetries)
      chronicle.violate(`retry ${event.attempt} of ${event.itemId}`);
  }
}

/** Every event file counts from 0 without a gap; a line may only be torn, and then it doesn't count. */
function checkEventFiles(stage: Stage): void {
  const files = stage.world.files.tree(paths.stateDir);
  for (const [name, text] of files) {
    if (!name.endsWith("events.ndjson")) continue;
    const seqs = text.split("\n").flatMap((line) => {
      const seq = /"seq":(\d+),"schemaVersion":"1"\}$/.exec(line)?.[1];
      return seq === undefined ? [] : [Number(seq)];
    });
    const first = stage.chronicle.lost.events ? (seqs[0] ?? 0) : 0;
    if (seqs.some((seq, index) => seq !== first + index))
      stage.chronicle.violate(`${name} isn't dense: ${seqs.join()}`);
  }
}

/** Every line that somebody wrote is in the tree, in a commit or in a stash; what is the user's own is where it was. */
function checkBytes(stage: Stage): void {
  const { chronicle, world } = stage;
  const there = new Set(chronicle.committed);
  const add = (texts: Iterable<string>): void => {
    for (const text of texts) for (const line of text.split("\n")) there.add(line);
  };
  add(world.files.tree(PROJECT).values());
  for (const stash of world.git.stashes) add(stash.files.values());
  for (const token of chronicle.tokens) {
    if (there.has(token)) continue;
    chronicle.violate(`lost for ever: ${token}`);
    chronicle.tokens.delete(token);
  }
  const own = world.git.stashes.at(-1);
  if (own?.message !== OWN_STASH || !own.files.has("stashed.txt"))
    chronicle.violate("the user's stash was touched");
  if (world.files.textOf(`${PROJECT}/local.env`) === null)
    chronicle.violate("an ignored file of the user's is gone");
}
