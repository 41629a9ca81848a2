import { ignoreLines } from "#core/install/ignore-lines";
import { addItem } from "#engine/operations/backlog/add-item";
import { deleteItem } from "#engine/operations/backlog/delete-item";
import { editItemFields } from "#engine/operations/backlog/edit-item";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";
import type { AgentSession } from "../fakes/agent-script.ts";
import type { MemoryWorld } from "../fakes/memory-ports.ts";
import { item, night, paths, PROJECT } from "../scenarios/night.ts";
import { createChronicle, parseBacklog, type Chronicle } from "./chronicle.ts";
import { createRunnerPorts } from "./runner-ports.ts";
import type { Deed, Story } from "./story.ts";

/** Ports of a runner with a planted bug. */
export type Mutation = (ports: Ports, world: MemoryWorld) => Ports;

/** Where a story is played: the world, who watches it, and what people and agents have at hand. */
export interface Stage {
  readonly story: Story;
  readonly world: MemoryWorld;
  readonly chronicle: Chronicle;
  readonly repository: GitRepository;
  readonly mutate: Mutation;
  /** What the run under way is told; replaced by each. */
  readonly hooks: { cancel: (by: "marker" | "signal") => void; hurry: () => void; start: () => void };
  /** Sessions that each item has had. */
  readonly turns: Map<string, number>;
  /** From now on every agent simply does its work. */
  calm: boolean;
  nextPid(): number;
}

export const AGENT = "/bin/agent";
export const OWN_STASH = "my own work";
/** From here on; a runner's are below. */
export const AGENT_PIDS = 5000;
const FIRST_PID = 200;
const BASE_FILES = ["base-1.txt", "base-2.txt", "base-3.txt", "shared.txt"];

export async function setStage(story: Story, mutate: Mutation): Promise<Stage> {
  const { world } = await night(story.items, {}, { branch: "night", marker: { autoSweep: story.autoSweep } });
  const chronicle = createChronicle(world);
  const repository = await world.git.repository(PROJECT);
  if (repository === null) throw new Error("No repository");
  const texts = Object.fromEntries(
    BASE_FILES.map((name) => [`${PROJECT}/${name}`, `${chronicle.token()}\n`]),
  );
  world.files.plant({
    ...texts,
    [`${PROJECT}/.gitignore`]: [...ignoreLines({ gitignoreScripts: false }), "local.env"].join("\n"),
    [`${PROJECT}/local.env`]: `${chronicle.token()}\n`,
  });
  if (story.archived.length > 0) {
    const items = story.archived.map((id) =>
      item(id, { status: "done", completedAt: "2026-10-01T10:00:00.000Z" }),
    );
    world.files.plant({ [`${paths.archive}/2026-10.json`]: JSON.stringify({ month: "2026-10", items }) });
  }
  await world.git.commitAll(repository, "Base");
  for (const file of world.git.log()[0]?.files.values() ?? [])
    file.split("\n").forEach((line) => chronicle.committed.add(line));
  world.files.plant({ [`${PROJECT}/stashed.txt`]: `${chronicle.token()}\n` });
  await world.git.stash(repository, OWN_STASH);
  let pid = FIRST_PID;
  return {
    story,
    world,
    chronicle,
    repository,
    mutate,
    hooks: { cancel: () => undefined, hurry: () => undefined, start: () => undefined },
    turns: new Map(),
    calm: false,
    nextPid: () => (pid += 1),
  };
}

/** What people, other terminals and agents do to a project while a run is under way. */
export async function playDeed(stage: Stage, deed: Deed): Promise<void> {
  const { world, chronicle, hooks } = stage;
  chronicle.say(`deed ${JSON.stringify(deed)}`);
  switch (deed.do) {
    case "cancel":
      if (deed.by === "marker" && (await world.files.stat(paths.stateDir)) !== null)
        await world.files.write(paths.cancel, "");
      return hooks.cancel(deed.by);
    case "hurry":
      return hooks.hurry();
    case "file":
      return world.files.plant({
        [`${PROJECT}/mine-${chronicle.tokens.size}.txt`]: `${chronicle.token()}\n`,
      });
    case "start":
      return hooks.start();
    case "hand":
      return editByHand(stage, deed.id, deed.to);
    case "add":
    case "retitle":
    case "move":
    case "delete":
      return playCommand(stage, deed);
  }
}

/** One of our own commands in another terminal; that it is refused is no fault. */
async function playCommand(
  stage: Stage,
  deed: Extract<Deed, { do: "add" | "retitle" | "move" | "delete" }>,
): Promise<void> {
  const { world, chronicle } = stage;
  const pid = stage.nextPid();
  const { ports } = createRunnerPorts(world, chronicle, { pid, kill: null, faults: [], as: "command" });
  const hands = chronicle.byHand.count;
  const remember = (id: string, title: string): void => {
    if (chronicle.byHand.count === hands) chronicle.edits.set(id, title);
  };
  try {
    if (deed.do === "add") {
      const title = newTitle(chronicle);
      const added = await addItem(ports, paths, {
        title,
        type: "feature",
        priority: 2,
        acceptanceCriteria: ["x"],
      });
      remember(added.item.id, title);
    } else if (deed.do === "retitle") {
      const title = newTitle(chronicle);
      await editItemFields(ports, paths, { id: deed.id, changes: { title } });
      remember(deed.id, title);
    } else if (deed.do === "move") {
      await editItemFields(ports, paths, { id: deed.id, changes: { status: deed.to } });
    } else {
      await deleteItem(ports, paths, { id: deed.id });
      chronicle.edits.delete(deed.id);
    }
  } catch (error) {
    chronicle.say(`refused: ${String(error)}`);
  }
  world.processes.kill(pid);
}

/** Titles are looked for in their own place, not among the lines of files. */
function newTitle(chronicle: Chronicle): string {
  const title = chronicle.token();
  chronicle.tokens.delete(title);
  return title;
}

function editByHand(stage: Stage, id: string, to: Extract<Deed, { do: "hand" }>["to"]): void {
  const backlog = parseBacklog(stage.world.files.textOf(paths.backlog));
  if (backlog === null) return;
  const items = backlog.items.map((one) =>
    one.id !== id ? one : to === null ? { ...one, notes: "by hand" } : { ...one, status: to },
  );
  writeByHand(stage, JSON.stringify({ ...backlog, items }, null, 2));
}

export function writeByHand(stage: Stage, text: string): void {
  const before = stage.world.files.textOf(paths.backlog);
  stage.world.files.plant({ [paths.backlog]: text });
  stage.chronicle.backlogWritten({ kind: "hand", pid: 0 }, before, text);
}

export const isAlive = (stage: Stage, session: AgentSession): boolean =>
  stage.world.processes.alive.includes(session.process.pid);
