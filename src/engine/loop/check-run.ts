import { refuseDuplicates } from "#core/backlog/refuse-duplicate";
import { AGENTS } from "#core/agents/agent-catalog";
import { refuseTierAlias } from "#core/loop/resolve-agent";
import { WITH_WORK_TREE } from "#core/git/with-work-tree";
import { folderName } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import { LAST_MOMENT_MS, SESSION_TIMEOUT_MINUTES } from "#contracts/limits";
import type { BacklogPaths } from "#contracts/paths";
import type { Backlog } from "#contracts/schema/backlog";
import type { ToolConfig } from "#contracts/schema/config";
import type { Marker } from "#contracts/schema/marker";
import { chooseAgent } from "#engine/loop/choose-agent";
import type { ChosenAgent, RunRequest } from "#engine/loop/loop-context";
import type { GitRepository } from "#engine/git-port";
import { programFault } from "#engine/files/program-fault";
import { shownPath } from "#engine/files/shown-path";
import type { Ports } from "#engine/ports";
import { readBacklog } from "#engine/stores/backlog-store";
import { readConfig } from "#engine/stores/config-store";
import { readMarker } from "#engine/stores/marker-store";

/** Everything a run needs, read and found sound. */
export interface CheckedRun {
  readonly marker: Marker;
  readonly config: ToolConfig | null;
  readonly backlog: Backlog;
  readonly repository: GitRepository;
  /** Of items that name none. */
  readonly agent: ChosenAgent;
}

/** The checks that need no lock: files, agents, models, the repository. Writes nothing; throws what a person can mend. */
export async function checkRun(ports: Ports, paths: BacklogPaths, request: RunRequest): Promise<CheckedRun> {
  const marker = await readMarker(ports, paths);
  if (marker === null) throw notInstalled(paths);
  refuseEndless(ports, request.sessionTimeoutMinutes ?? marker.options.sessionTimeout);
  const config = await readConfig(ports);
  const backlog = await readBacklog(ports, paths);
  refuseDuplicates(shownPath(paths, paths.backlog), backlog.items);
  const sources = { request, marker, config };
  const agent = chooseAgent(sources, null);
  const chosen = [agent];
  const open = request.reviewOnly ? [] : backlog.items.filter((item) => item.status !== "done");
  const asked = {
    items: open,
    runModel: request.model,
    runAgent: request.agent,
    ignoreItemModel: request.ignoreItemModel,
  };
  if (request.review || request.reviewOnly) {
    refuseTierAlias({ ...asked, agentId: agent.preset.id, model: agent.model, item: null });
  }
  for (const item of open) {
    const own = chooseAgent(sources, item);
    refuseTierAlias({ ...asked, agentId: own.preset.id, model: own.model, item });
    if (chosen.every((one) => one.preset.id !== own.preset.id)) chosen.push(own);
  }
  const startable = open.some((item) => item.status !== "blocked" || request.retryBlocked);
  if (startable || request.reviewOnly) for (const one of chosen) await requireInstalled(ports, paths, one);
  return { marker, config, backlog, agent, repository: await requireRepository(ports, paths) };
}

/** What ends beyond all clocks could neither be shown nor written. */
function refuseEndless(ports: Ports, minutes = SESSION_TIMEOUT_MINUTES): void {
  if (ports.clock.now() + minutes * 60_000 <= LAST_MOMENT_MS) return;
  throw new ToolError("VALIDATION_ERROR", `A session can't be given ${minutes} minutes.`, {
    reason: "No clock can tell when that would end. Nothing was started.",
    details: { field: "sessionTimeoutMinutes", value: minutes },
  });
}

async function requireInstalled(ports: Ports, paths: BacklogPaths, agent: ChosenAgent): Promise<void> {
  const { preset, config, source } = agent;
  const { binary } = preset.invocation({ model: null, config, source, prompt: "", promptFile: "" });
  const fault = await programFault(ports, binary, paths.projectPath);
  if (fault === null) return;
  const here: string[] = [];
  for (const preset of AGENTS) {
    const name = preset.binary;
    if (name !== null && (await ports.processes.which(name)) !== null) here.push(preset.id);
  }
  const [first] = here;
  throw new ToolError("CONFLICT", `${agent.preset.id} is not installed.`, {
    reason: `${fault}. ${here.length === 0 ? "No agent is." : `Installed here: ${here.join(", ")}.`}`,
    hints: [{ command: first === undefined ? "tool agents" : `tool loop run --agent ${first} --no-model` }],
    details: { agent: agent.preset.id, binary, installed: here },
  });
}

/** The work tree that commits go to, or ToolError CONFLICT. */
export async function requireRepository(ports: Ports, paths: BacklogPaths): Promise<GitRepository> {
  const repository = await ports.git.repository(paths.projectPath);
  if (repository !== null && !repository.bare) return repository;
  if (repository !== null) {
    throw new ToolError("CONFLICT", `${folderName(paths.projectPath)} is a bare repository.`, {
      reason: "It has no work tree, and the loop works in files.",
      hints: [WITH_WORK_TREE],
    });
  }
  throw new ToolError("CONFLICT", `${folderName(paths.projectPath)} is not a git repository.`, {
    reason: "The loop keeps its work as commits.",
    hints: [{ command: `git init && git add -A && git commit -m "Start"` }],
  });
}

const notInstalled = (paths: BacklogPaths): ToolError =>
  new ToolError("NOT_INSTALLED", `${folderName(paths.projectPath)} is not set up.`, {
    reason: `${paths.projectPath} has no .tool.json.`,
    hints: [{ command: "tool install" }],
  });
