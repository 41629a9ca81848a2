// Loaded by the engine when a file is malformed: here before time begins to run, so that a story takes the same time each time.
import "#contracts/schema/explain";
import "#engine/files/json-fault";
import { dependencyCheck } from "#core/backlog/dependencies";
import { restoreBackup } from "#engine/stores/backlog-store";
import { interleave } from "../fakes/interleave.ts";
import { paths, PROJECT } from "../scenarios/night.ts";
import { archivedIds, parseBacklog } from "./chronicle.ts";
import { checkAlways, checkEnd, isTempOfLiving } from "./invariants.ts";
import { agentOf } from "./play-agent.ts";
import { playNight, type NightEnd } from "./play-night.ts";
import { AGENT, AGENT_PIDS, setStage, writeByHand, type Mutation, type Stage } from "./stage.ts";
import type { Night, Story } from "./story.ts";

export interface Simulated {
  /** What went wrong, in the order of its discovery; none: every invariant held. */
  readonly violations: readonly string[];
  readonly log: readonly string[];
}

const AFTER_A_NIGHT_MS = 2000;
const MOST_MENDING_RUNS = 4;

/** Plays a story to its end, then a morning on which a person clears up and everything must get done. */
export async function simulate(story: Story, mutate: Mutation = (ports) => ports): Promise<Simulated> {
  const stage = await setStage(story, mutate);
  const { world, chronicle } = stage;
  world.processes.agents.set(AGENT, agentOf(stage));
  if (story.interleave > 0) world.files.hook = interleave(story.interleave);
  for (const night of story.nights) {
    if (night.tidy) await tidyUp(stage);
    const end = await playNight(stage, night);
    if (end.kind === "killed") checkAlways(stage);
    else checkEnd(stage, end);
    if (chronicle.violations.length > 0) break;
    await world.clock.sleep(AFTER_A_NIGHT_MS);
  }
  if (chronicle.violations.length === 0) await playMorning(stage);
  return { violations: chronicle.violations, log: chronicle.log };
}

/** What a person does who finds an agent's mess: back on the branch, the merge given up, the backlog restored. */
async function tidyUp(stage: Stage): Promise<void> {
  const { world } = stage;
  world.git.operation = null;
  world.git.checkout("night");
  if (parseBacklog(world.files.textOf(paths.backlog)) !== null) return;
  const ports = world.runner(stage.nextPid());
  await ports.files.makeDir(paths.root);
  const before = world.files.textOf(paths.backlog);
  try {
    await restoreBackup(ports, paths);
    stage.chronicle.backlogWritten({ kind: "hand", pid: 0 }, before, world.files.textOf(paths.backlog) ?? "");
  } catch {
    const texts = world.git.log().map((commit) => commit.files.get(paths.backlog.slice(PROJECT.length + 1)));
    writeByHand(stage, texts.find((text) => parseBacklog(text ?? null) !== null) ?? "");
  }
  world.processes.kill(ports.machine.pid);
}

const MORNING: Night = {
  how: "run",
  request: { force: true, retryBlocked: true },
  kill: null,
  faults: [],
  happenings: [],
  tidy: true,
  recycledPid: false,
};

/** Agents that work, a person who unblocks: whatever the nights left, it gets done, and nothing of them stays behind. */
async function playMorning(stage: Stage): Promise<void> {
  const { chronicle, world } = stage;
  stage.calm = true;
  let end: NightEnd | null = null;
  for (let run = 0; run < MOST_MENDING_RUNS && end?.outcome?.status !== "complete"; run += 1) {
    await tidyUp(stage);
    end = await playNight(stage, MORNING);
    checkEnd(stage, end);
    if (chronicle.violations.length > 0) return;
  }
  if (end?.outcome?.status !== "complete") return chronicle.violate("the morning's run doesn't get through");
  const items = parseBacklog(world.files.textOf(paths.backlog))?.items ?? [];
  const isDone = dependencyCheck(items, archivedIds(world));
  for (const item of items) {
    if (item.status === "done" || item.status === "in_progress") continue;
    if ((item.dependsOn ?? []).every(isDone))
      chronicle.violate(`${item.id} is ${item.status}, and could be done`);
  }
  const before = world.files.textOf(paths.backlog);
  const idle = await playNight(stage, MORNING);
  const same = world.files.textOf(paths.backlog) === before || stage.story.autoSweep;
  if (idle.kind !== "ended" || !same) chronicle.violate("a run with nothing to do does something");
  const left = [...world.files.tree(paths.root).keys()].filter(
    (name) => name.endsWith(".tmp") && !isTempOfLiving(stage, name),
  );
  if (left.length > 0) chronicle.violate(`left behind: ${left.join()}`);
  const alive = world.processes.alive.filter((pid) => pid >= AGENT_PIDS);
  if (alive.length > 0) chronicle.violate(`agents of dead runs are alive: ${alive.join()}`);
}
