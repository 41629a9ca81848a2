import { planUninstall, type UninstallPlan } from "#core/install/plan-uninstall";
import { folderName, tildePath } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import { FILES, STATE_DIR, TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import { applySteps } from "#engine/operations/install/apply-steps";
import { clearDeadSection } from "#engine/operations/install/clear-dead-section";
import { readTemplates } from "#engine/operations/install/read-templates";
import { refuseProjectLoop } from "#engine/operations/install/refuse-project-loop";
import { readOnlyAmong, refuseObstacles, surveyArtifacts } from "#engine/operations/install/survey-artifacts";
import type { Ports } from "#engine/ports";
import { namesIn } from "#engine/files/list-names";
import { readMarker } from "#engine/stores/marker-store";
import { withSection } from "#engine/files/write-section";

export interface UninstallRequest {
  /** Backlog, progress, log, archive and what the user has changed stay. */
  readonly keepData: boolean;
}

/** What uninstallProject would do; LOCK_CONFLICT under a live loop, NOT_INSTALLED where there is nothing of ours. Writes nothing. */
export async function planUninstallation(
  ports: Ports,
  paths: BacklogPaths,
  { keepData }: UninstallRequest,
): Promise<UninstallPlan> {
  const { projectPath } = paths;
  await refuseProjectLoop(ports, paths, "uninstall");
  const survey = await surveyArtifacts(ports, projectPath);
  refuseObstacles(survey.obstacles.filter(({ code }) => code === "PATH_VIOLATION"));
  const state = `${projectPath}/${STATE_DIR}`;
  const marker = await readMarker(ports, paths);
  const plan = planUninstall({
    projectName: folderName(projectPath),
    facts: survey.facts,
    marker,
    entries: (await namesIn(ports, state)) ?? [],
    archived: (await namesIn(ports, `${state}/${FILES.archive}`)) ?? [],
    ownsStateDir: (await ports.files.linkStat(state))?.kind === "directory",
    keepData,
    templates: await readTemplates(ports),
    hash: (text) => ports.machine.sha256(text),
  });
  if (plan.steps.length === 0) throw notInstalled(ports, projectPath);
  refuseObstacles(readOnlyAmong(survey, plan.steps));
  return plan;
}

/** Takes out what install made and nothing else, the data too on request (spec: Command-line interface, uninstall). */
export async function uninstallProject(
  ports: Ports,
  paths: BacklogPaths,
  request: UninstallRequest,
): Promise<UninstallPlan> {
  await clearDeadSection(ports, paths.projectPath);
  await planUninstallation(ports, paths, request);
  return withSection(ports, paths.marker, async () => {
    const plan = await planUninstallation(ports, paths, request);
    const again = { command: `${TOOL_NAME} uninstall --yes`, purpose: "once that is mended" };
    await applySteps(ports, paths.projectPath, plan.steps, again);
    return plan;
  });
}

function notInstalled(ports: Ports, projectPath: string): ToolError {
  return new ToolError("NOT_INSTALLED", `${folderName(projectPath)} is not set up.`, {
    details: { path: projectPath },
    reason: `${tildePath(projectPath, ports.machine.home)} holds nothing that install made.`,
  });
}
