import { textOf } from "#core/install/artifact-facts";
import { ARTIFACT } from "#core/install/artifact-paths";
import { planInstall, type InstallPlan } from "#core/install/plan-install";
import { applyOverrides, type CommandOverrides } from "#core/profile/verify-command";
import { folderName } from "#core/projects/absolute-path";
import { MARKER_FILE, TOOL_NAME } from "#contracts/names";
import { backlogPaths } from "#contracts/paths";
import type { InstallationReport } from "#contracts/schema/install-report";
import type { MarkerOptions } from "#contracts/schema/marker";
import { applySteps } from "#engine/operations/install/apply-steps";
import { clearDeadSection } from "#engine/operations/install/clear-dead-section";
import { readTemplates } from "#engine/operations/install/read-templates";
import {
  bareRepository,
  forbiddenPlace,
  readOnlyAmong,
  refuseObstacles,
} from "#engine/operations/install/survey-artifacts";
import { surveyProject, type ProjectSurvey } from "#engine/operations/install/survey-project";
import type { Ports } from "#engine/ports";
import { committedBacklog } from "#engine/stores/committed-backlog";
import { withSection } from "#engine/files/write-section";

export interface InstallRequest {
  /** Absolute; the folder is there. */
  readonly projectPath: string;
  /** The folder's own when absent. */
  readonly projectName?: string;
  readonly projectDescription?: string;
  /** New projects only: the text that they grow from. */
  readonly requirements?: string;
  /** Instead of the detected commands; "" switches one off. */
  readonly overrides: CommandOverrides;
  /** Chosen ones only. */
  readonly options: MarkerOptions;
  /** Of the tool. */
  readonly version: string;
}

/** Writes an installation (spec: Command-line interface, install). What can be known to stand in its way is refused before the first write. */
export async function installProject(ports: Ports, request: InstallRequest): Promise<InstallationReport> {
  const { projectPath } = request;
  refuseObstacles(await bareRepository(ports, projectPath));
  await clearDeadSection(ports, projectPath);
  const survey = await surveyProject(ports, projectPath);
  const first = await planInstallation(ports, survey, request);
  refuseObstacles([...survey.obstacles, ...readOnlyAmong(survey, first.steps)]);
  return withSection(ports, `${projectPath}/${MARKER_FILE}`, async () => {
    const { steps, report } = await planInstallation(ports, await surveyProject(ports, projectPath), request);
    const again = { command: `${TOOL_NAME} install`, purpose: "once that is mended" };
    await applySteps(ports, projectPath, steps, again);
    return report;
  });
}

/** What installProject would write; throws ALREADY_INSTALLED, and CONFLICT naming a file whose markers are damaged or a folder that no loop may have. */
export async function planInstallation(
  ports: Ports,
  survey: ProjectSurvey,
  request: InstallRequest,
): Promise<InstallPlan> {
  refuseObstacles(forbiddenPlace(ports, request.projectPath));
  const isGone = textOf(survey.facts, ARTIFACT.backlog) === null && survey.facts.backlogCopy === null;
  const committed = isGone ? await committedBacklog(ports, backlogPaths(request.projectPath)) : null;
  return planInstall({
    projectName: request.projectName ?? folderName(request.projectPath),
    projectPath: request.projectPath,
    ...(request.projectDescription !== undefined && { projectDescription: request.projectDescription }),
    ...(request.requirements !== undefined && { requirements: request.requirements }),
    backlogAtHead: committed?.text ?? null,
    facts: survey.facts,
    profile: applyOverrides(survey.profile, request.overrides),
    options: request.options,
    version: request.version,
    nowIso: new Date(ports.clock.now()).toISOString(),
    templates: await readTemplates(ports),
    hash: (text) => ports.machine.sha256(text),
    warnings: survey.unclear.map(({ file, words }) => `${file} is ${words}; no commands were taken from it.`),
  });
}
