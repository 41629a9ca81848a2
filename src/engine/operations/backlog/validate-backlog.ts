import { breakCycle, type CycleBreak } from "#core/backlog/graph/break-cycle";
import { validateBacklog } from "#core/backlog/validate/validate-backlog";
import { absolutePath } from "#core/projects/absolute-path";
import { AGENT_IDS } from "#contracts/agent-ids";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { ValidationFinding } from "#contracts/schema/validation";
import { BACKLOG_ITEM_SHAPE, fits } from "#contracts/shapes";
import type { Ports } from "#engine/ports";
import { readArchivedDone } from "#engine/stores/archive-store";
import { readBacklog } from "#engine/stores/backlog-store";
import { shownPath } from "#engine/files/shown-path";

export interface Validation {
  /** As people name it. */
  readonly file: string;
  readonly items: number;
  readonly findings: readonly ValidationFinding[];
  /** How the first cycle among them could be broken. */
  readonly cycleBreak: CycleBreak | null;
}

/** Checks the backlog as it stands, malformed items included; writes nothing. Only a file that is no JSON, or none at all, is an error. */
export async function checkBacklog(
  ports: Ports,
  paths: BacklogPaths,
  input: { readonly specsDir: string | null },
): Promise<Validation> {
  const file = shownPath(paths, paths.backlog);
  const backlog = await readAnyBacklog(ports, paths, file);
  const items = itemsOf(backlog);
  const findings = validateBacklog(backlog, {
    archivedDone: (await readArchivedDone(ports, paths)).ids,
    knownAgents: AGENT_IDS,
    specs: input.specsDir === null ? null : await specsOf(ports, paths, items, input.specsDir),
  });
  const cycle = findings.find(({ code }) => code === "DEPENDENCY_CYCLE")?.itemId;
  const cycleBreak = cycle === undefined ? null : breakCycle(items.filter(isItem), cycle);
  return { file, items: items.length, findings, cycleBreak };
}

/** Whatever JSON the file holds; where it holds none, the error that every other command gives. */
const readAnyBacklog = async (ports: Ports, paths: BacklogPaths, file: string): Promise<unknown> => {
  try {
    return JSON.parse((await ports.files.read(paths.backlog)) ?? "");
  } catch {
    await readBacklog(ports, paths);
    throw new ToolError("CONFLICT", `${file} has just changed.`, { details: { file } });
  }
};

const isItem = (value: unknown): value is BacklogItem => fits(BACKLOG_ITEM_SHAPE, value);

const itemsOf = (backlog: unknown): readonly unknown[] => {
  const items = (backlog as { items?: unknown } | null)?.items;
  return Array.isArray(items) ? items : [];
};

/** Which of the referenced documents are there; references are read from the project's folder. */
const specsOf = async (
  ports: Ports,
  { projectPath }: BacklogPaths,
  items: readonly unknown[],
  specsDir: string,
): Promise<{ exists(path: string): boolean }> => {
  const directory = await ports.files.stat(absolutePath(projectPath, specsDir));
  if (directory?.kind !== "directory") {
    throw new ToolError("FILE_NOT_FOUND", `There is no folder ${specsDir}.`, { details: { file: specsDir } });
  }
  const there = new Set<string>();
  for (const reference of new Set(items.flatMap(referencesOf))) {
    for (const path of [reference, reference.replace(/#.*$/s, "")]) {
      if (path !== "" && (await ports.files.stat(absolutePath(projectPath, path))) !== null) there.add(path);
    }
  }
  return { exists: (path) => there.has(path) };
};

const referencesOf = (item: unknown): readonly string[] => {
  const references = (item as { specReferences?: unknown } | null)?.specReferences;
  return Array.isArray(references) ? references.filter((one) => typeof one === "string") : [];
};
