import { templateNames } from "#core/install/artifact-paths";
import { planInstall, type InstallPlan } from "#core/install/plan-install";
import { applyOverrides, type CommandOverrides } from "#core/profile/verify-command";
import { folderName } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import { MARKER_FILE, STATE_DIR, TOOL_NAME } from "#contracts/names";
import type { InstallationReport } from "#contracts/schema/install-report";
import type { MarkerOptions } from "#contracts/schema/marker";
import { surveyProject, type ProjectSurvey } from "#engine/operations/survey-project";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/stores/atomic-write";
import { withSection } from "#engine/stores/write-section";

export interface InstallRequest {
  /** Absolute; the folder is there. */
  readonly projectPath: string;
  /** The folder's own when absent. */
  readonly projectName?: string;
  /** Instead of the detected commands; "" switches one off. */
  readonly overrides: CommandOverrides;
  /** Chosen ones only. */
  readonly options: MarkerOptions;
  /** Of the tool. */
  readonly version: string;
}

/** Writes an installation (spec: Command-line interface, install). What can be known to stand in its way is refused before the first write. */
export async function installProject(ports: Ports, request: InstallRequest): Promise<InstallationReport> {
  const survey = await surveyProject(ports, request.projectPath);
  await planInstallation(ports, survey, request);
  refuseObstacles(survey);
  return withSection(ports, `${request.projectPath}/${MARKER_FILE}`, async () => {
    const plan = await planInstallation(ports, await surveyProject(ports, request.projectPath), request);
    await apply(ports, request.projectPath, plan);
    return plan.report;
  });
}

/** What installProject would write; throws ALREADY_INSTALLED, and CONFLICT naming a file whose markers are damaged or a folder that no loop may have. */
export async function planInstallation(
  ports: Ports,
  survey: ProjectSurvey,
  request: InstallRequest,
): Promise<InstallPlan> {
  refusePlace(ports, request.projectPath);
  const texts = await Promise.all(templateNames.map(async (name) => [name, await ports.template(name)]));
  return planInstall({
    projectName: request.projectName ?? folderName(request.projectPath),
    projectPath: request.projectPath,
    facts: survey.facts,
    profile: applyOverrides(survey.profile, request.overrides),
    options: request.options,
    version: request.version,
    nowIso: new Date(ports.clock.now()).toISOString(),
    templates: Object.fromEntries(texts) as Record<string, string>,
    hash: (text) => ports.machine.sha256(text),
    warnings: survey.unclear.map(({ file, words }) => `${file} is ${words}; no commands were taken from it.`),
  });
}

/** Of the home the state directory is the global one; work in the top of the tree would stage everything there is. */
function refusePlace(ports: Ports, projectPath: string): void {
  const home = projectPath === ports.machine.home;
  if (!home && projectPath !== "/") return;
  const why = home ? `~/${STATE_DIR} holds your own settings. ` : "";
  throw new ToolError("CONFLICT", `${home ? "Your home" : "The top folder /"} can't be a project.`, {
    details: { path: projectPath },
    reason: `${why}Nothing was written.`,
  });
}

function refuseObstacles({ obstacles }: ProjectSurvey): void {
  const [first] = obstacles;
  if (first === undefined) return;
  throw new ToolError(first.code, `${first.subject} is ${first.words}.`, {
    details: { path: first.subject },
    reason: "Nothing was written.",
  });
}

/** The marker comes last, so that what fails half-way counts as not installed and can be installed again. */
async function apply(ports: Ports, projectPath: string, { writes }: InstallPlan): Promise<void> {
  let written = 0;
  try {
    await ports.files.makeDir(`${projectPath}/${STATE_DIR}`);
    for (const { path, text } of writes) {
      await atomicWrite(ports, `${projectPath}/${path}`, text);
      written += 1;
    }
  } catch (error) {
    if (!(error instanceof ToolError) || written === 0) throw error;
    throw new ToolError(error.code, error.message, {
      details: { ...error.details, written },
      reason: `${written} of ${writes.length} files were written; installing again goes on from there.`,
      hints: [{ command: `${TOOL_NAME} install`, purpose: "once that is mended" }],
      cause: error,
    });
  }
}
