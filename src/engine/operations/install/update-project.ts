import { textOf } from "#core/install/artifact-facts";
import { ARTIFACT } from "#core/install/artifact-paths";
import { planUpdate, type UpdateProposal } from "#core/install/plan-update";
import { folderName } from "#core/projects/absolute-path";
import type { Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { InstallationReport, UpdatePlan } from "#contracts/schema/install-report";
import type { Marker } from "#contracts/schema/marker";
import { applySteps } from "#engine/operations/install/apply-steps";
import { clearDeadSection } from "#engine/operations/install/clear-dead-section";
import { readTemplates } from "#engine/operations/install/read-templates";
import { requireMarker } from "#engine/operations/projects/resolve-project";
import {
  readOnlyAmong,
  refuseObstacles,
  surveyArtifacts,
  tryFolders,
} from "#engine/operations/install/survey-artifacts";
import type { Ports } from "#engine/ports";
import { committedFile } from "#engine/files/committed-file";
import { withSection } from "#engine/files/write-section";
import { committedBacklog } from "#engine/stores/committed-backlog";

export interface UpdateRequest {
  /** Of the tool. */
  readonly version: string;
  /** A change of the marker that the files have to follow, such as another profile; made in the same section. */
  readonly change?: (marker: Marker) => Marker;
}

/** What updateProject would do, file by file; writes nothing. */
export async function updatePlan(
  ports: Ports,
  paths: BacklogPaths,
  request: UpdateRequest,
): Promise<UpdatePlan> {
  return (await proposeUpdate(ports, paths, request)).check;
}

/** Brings the installed files up to date; idempotent (spec: Command-line interface, update). What can be known to stand in its way is refused before the first write. */
export async function updateProject(
  ports: Ports,
  paths: BacklogPaths,
  request: UpdateRequest,
): Promise<InstallationReport> {
  await clearDeadSection(ports, paths.projectPath);
  const first = await proposeUpdate(ports, paths, request);
  if (first.steps.length === 0) return first.report;
  refuseObstacles(await tryFolders(ports, paths.projectPath));
  return withSection(ports, paths.marker, async () => {
    const { steps, report } = await proposeUpdate(ports, paths, request);
    const again = { command: `${TOOL_NAME} update`, purpose: "once that is mended" };
    await applySteps(ports, paths.projectPath, steps, again);
    return report;
  });
}

export interface ProposedUpdate extends UpdateProposal {
  /** How to have a backlog back that is missing and that git holds; an update leaves it alone. */
  readonly wayBack: Hint | null;
}

/** As updatePlan, with the steps. */
export async function proposeUpdate(
  ports: Ports,
  paths: BacklogPaths,
  { version, change = (marker) => marker }: UpdateRequest,
): Promise<ProposedUpdate> {
  const name = folderName(paths.projectPath);
  const marker = change(await requireMarker(ports, { name, paths }));
  const survey = await surveyArtifacts(ports, paths.projectPath);
  refuseObstacles(survey.obstacles);
  const { facts } = survey;
  const isGone = (path: string): boolean => textOf(facts, path) === null;
  const backlog = isGone(ARTIFACT.backlog) ? await committedBacklog(ports, paths) : null;
  const progress = isGone(ARTIFACT.progress) ? await committedFile(ports, paths, paths.progress) : null;
  const proposal = planUpdate({
    projectName: name,
    projectPath: paths.projectPath,
    facts,
    backlogAtHead: backlog?.text ?? null,
    progressAtHead: progress?.text ?? null,
    marker,
    version,
    templates: await readTemplates(ports),
    hash: (text) => ports.machine.sha256(text),
  });
  refuseObstacles(readOnlyAmong(survey, proposal.steps));
  return { ...proposal, wayBack: backlog?.hint ?? null };
}
