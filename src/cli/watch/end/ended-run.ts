import { needsArchive, selectItem } from "#core/backlog/select-item";
import { summarize } from "#core/backlog/summarize";
import { waitingFor, type WaitingFor } from "#core/backlog/waiting-for";
import { AGENTS } from "#core/agents/agent-catalog";
import type { RunFacts } from "#core/events/run-story";
import type { LoopStatus } from "#contracts/loop-states";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopState } from "#contracts/schema/loop-state";
import type { BacklogSummary } from "#contracts/schema/status";
import type { Ports } from "#engine/ports";
import { ownFiles } from "#engine/loop/own-files";
import { readArchivedDone } from "#engine/stores/archive-store";
import { readBacklogOrNull } from "#engine/stores/backlog-store";
import { readState } from "#engine/stores/state-store";

/** Why a run ended in error. `breaker`: too many failures in a row · `halt`: something that a person has to mend · `gone`: its process was killed. */
export interface RunFailure {
  readonly kind: "breaker" | "halt" | "gone";
  readonly reason: string;
  /** The agent's own, of the last of several failures in a row; "" when there are none. */
  readonly words: string;
  /** What mends it, where the runner knows. */
  readonly commands: readonly string[];
}

/** The breaker's reason may have the agent's last words behind it. */
export function failureOf(text: string, words = "", commands: readonly string[] = []): RunFailure {
  const [, reason, heard = words] = /^(\d+ failures? in a row)(?:: ([^]*))?$/.exec(text) ?? [];
  if (reason !== undefined) return { kind: "breaker", reason, words: heard, commands };
  return { kind: "halt", reason: text, words: "", commands };
}

export interface RunEnd {
  readonly status: LoopStatus;
  readonly durationMs: number;
  readonly failure: RunFailure | null;
}

/** A run that is over, with all that its summary tells. */
export interface EndedRun extends RunEnd {
  readonly facts: Readonly<RunFacts>;
  /** As they stand now. */
  readonly items: readonly BacklogItem[];
  readonly summary: BacklogSummary;
  readonly waiting: (item: BacklogItem) => WaitingFor | null;
  readonly nextItem: string | null;
  /** Put back to pending by the end of the run, and whether uncommitted work lies in the tree. */
  readonly unfinished: { readonly id: string; readonly inTree: boolean } | null;
  readonly limitEndsMs: number | null;
  /** Installed, and not the one that ran; asked for only at a limit. */
  readonly otherAgent: string | null;
}

/** Reads what a run has left; gives what can be told although a file can't be read. */
export async function readEndedRun(
  ports: Ports,
  paths: BacklogPaths,
  end: RunEnd,
  facts: Readonly<RunFacts>,
): Promise<EndedRun> {
  const items = (await readBacklogOrNull(ports, paths).catch(() => null))?.items ?? [];
  const state = await readState(ports, paths).catch(() => null);
  const archived = needsArchive(items) ? await archivedIds(ports, paths) : new Set<string>();
  const gone = end.failure?.kind === "gone";
  const unfinishedId = state?.unfinishedItem ?? (gone ? state?.currentItem : null) ?? null;
  const limited = end.status === "weekly_limit";
  return {
    ...end,
    facts,
    items,
    summary: summarize(items),
    waiting: waitingFor(items, archived),
    nextItem: selectItem(items, archived, unfinishedId)?.id ?? null,
    unfinished: unfinishedId === null ? null : { id: unfinishedId, inTree: await isWorkInTree(ports, paths) },
    limitEndsMs: limitEndOf(state),
    otherAgent: limited ? await findOtherAgent(ports, facts.provider) : null,
  };
}

const archivedIds = (ports: Ports, paths: BacklogPaths): Promise<ReadonlySet<string>> =>
  readArchivedDone(ports, paths).then(
    ({ ids }) => ids,
    () => new Set<string>(),
  );

const isWorkInTree = async (ports: Ports, paths: BacklogPaths): Promise<boolean> => {
  try {
    const repository = await ports.git.repository(paths.projectPath);
    if (repository === null) return false;
    const { isOwn } = await ownFiles(ports, paths, repository);
    return (await ports.git.status(repository)).some((entry) => !isOwn(entry.path));
  } catch {
    return false;
  }
};

const limitEndOf = (state: LoopState | null): number | null =>
  state?.sleepUntil === undefined || state.sleepUntil === null ? null : Date.parse(state.sleepUntil);

const findOtherAgent = async (ports: Ports, current: string | null): Promise<string | null> => {
  for (const { id, binary } of AGENTS) {
    if (id !== current && binary !== null && (await ports.processes.which(binary)) !== null) return id;
  }
  return null;
};
