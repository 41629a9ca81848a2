import { ToolError } from "#contracts/error";
import { createCancelSource, type CancelSource } from "#engine/cancel";
import type { LoopOutcome } from "#engine/loop/finish-loop";
import type { RunRequest } from "#engine/loop/loop-context";
import { PLAIN_REQUEST } from "#engine/loop/plain-request";
import { startLoop } from "#engine/loop/start-loop";
import { backlogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopEvent } from "#contracts/schema/loop-event";
import type { LoopState } from "#contracts/schema/loop-state";
import type { Marker } from "#contracts/schema/marker";
import type { AgentScript, AgentSession } from "../fakes/agent-script.ts";
import { createMemoryWorld, type MemoryWorld } from "../fakes/memory-ports.ts";

export const PROJECT = "/work";
/** A simulation sets another root than the project's own before it loads this. */
const ROOT = process.env["SIMULATED_ROOT"];
export const paths = backlogPaths(PROJECT, ROOT === undefined ? undefined : `${PROJECT}/${ROOT}`);
const AGENT = "/bin/agent";

/** A project in memory, and one run of the real loop over it. */
export interface Night {
  readonly world: MemoryWorld;
  readonly events: LoopEvent[];
  /** Of the run under way, or of the next one. */
  readonly cancel: CancelSource;
  run(request?: Partial<RunRequest>): Promise<LoopOutcome>;
  backlog(): Promise<Backlog>;
  item(id: string): Promise<BacklogItem>;
  state(): Promise<LoopState | null>;
  subjects(): string[];
  write(path: string, text: string): Promise<unknown>;
}

export const item = (id: string, more: Partial<BacklogItem> = {}): BacklogItem => ({
  id,
  type: "feature",
  priority: 2,
  title: `Item ${id}`,
  description: `What ${id} is about`,
  acceptanceCriteria: ["It works"],
  status: "pending",
  completedAt: null,
  ...more,
});

export const REQUEST: RunRequest = { ...PLAIN_REQUEST, toolVersion: "1.0.0" };

/** The agent acts by what it is told: a step per session of an item, the last one repeated. */
export type Step = (session: AgentSession, night: Night) => ReturnType<AgentScript>;

export async function night(
  items: readonly BacklogItem[],
  steps: Readonly<Record<string, readonly Step[]>>,
  options: { marker?: Partial<Marker["options"]>; branch?: string } = {},
): Promise<Night> {
  const taken = new Map<string, number>();
  const agent: AgentScript = (session) => {
    const id = session.request.env["TOOL_ITEM_ID"] ?? "";
    const turn = taken.get(id) ?? 0;
    taken.set(id, turn + 1);
    const list = steps[id] ?? [];
    const step = list[Math.min(turn, list.length - 1)];
    if (step === undefined) throw new Error(`No step for ${id}`);
    return step(session, one);
  };
  const world = createMemoryWorld({ topLevel: PROJECT, agents: { [AGENT]: agent } });
  const events: LoopEvent[] = [];
  let cancel = createCancelSource();
  const marker: Marker = {
    tool: true,
    version: "1",
    variant: "backlog-json",
    installedAt: "2026-11-20T10:00:00.000Z",
    installedBy: "1.0.0",
    profile: {
      stack: "unknown",
      packageManager: null,
      monorepo: false,
      commands: { test: null, typecheck: null, lint: null, build: null, format: null },
      verify: "",
    },
    artifactHashes: {},
    options: {
      runtime: "global",
      provider: "generic-cli",
      providerConfig: { binary: AGENT },
      ...options.marker,
    },
  };
  const { files } = world;
  const one: Night = {
    world,
    events,
    get cancel() {
      return cancel;
    },
    run: async (request = {}) => {
      try {
        return await startLoop(
          world.runner(),
          paths,
          { ...REQUEST, ...request },
          { cancel, hurry: createCancelSource().token, onEvent: (event) => events.push(event) },
        );
      } finally {
        cancel = createCancelSource();
      }
    },
    backlog: async () => JSON.parse((await files.read(paths.backlog)) ?? "") as Backlog,
    item: async (id) => {
      const found = (await one.backlog()).items.find((entry) => entry.id === id);
      if (found === undefined) throw new Error(`No item ${id}`);
      return found;
    },
    state: async () => JSON.parse((await files.read(paths.state)) ?? "null") as LoopState | null,
    subjects: () => world.git.log().map((commit) => commit.subject),
    write: (path, text) => files.write(`${PROJECT}/${path}`, text),
  };
  await files.makeDir(paths.root);
  await files.makeDir(`${PROJECT}/.git`);
  await one.write(".tool.json", JSON.stringify(marker));
  await files.write(paths.backlog, JSON.stringify({ project: "work", description: "", items }));
  await one.write(".gitignore", BOOKKEEPING_LINES.join("\n"));
  const repository = await world.git.repository(PROJECT);
  if (repository === null) throw new Error("The world has no repository");
  await world.git.commitAll(repository, "Start");
  if (options.branch !== undefined) await world.git.createBranch(repository, options.branch);
  return one;
}

const BOOKKEEPING_LINES = [
  ".tool/state.json",
  ".tool/tool.log",
  ".tool/events.ndjson",
  ".tool/*.lock",
  ".tool/.loop.lock",
  ".tool/DONE",
  ".tool/CANCEL",
  ".tool/*.bak",
  ".tool/iteration-status.json",
  ".tool/agent.json",
  ".tool/archive/",
];

/** Writes a file of the item's own, then says done. */
export const does =
  (text = "done"): Step =>
  async (session, { write }) => {
    await write(`${session.request.env["TOOL_ITEM_ID"] ?? "x"}.txt`, text);
    session.print("All criteria pass.\nTOOL_DONE");
  };

export const says =
  (text: string, exitCode = 0): Step =>
  async (session) => {
    await session.sleep(11_000);
    session.print(text);
    return exitCode;
  };

export const types = (events: readonly LoopEvent[]): string[] => events.map((event) => event.type);

/** The refusal of a run that must not start. */
export const refusal = async (one: Night, request = {}): Promise<ToolError> => {
  const error = await one.run(request).catch((caught: unknown) => caught);
  if (!(error instanceof ToolError)) throw new Error(`No refusal but ${JSON.stringify(error)}`);
  return error;
};
