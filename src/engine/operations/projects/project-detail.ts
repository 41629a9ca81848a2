import { folderName, tildePath } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import { MARKER_FILE } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { ProjectDetail } from "#contracts/schema/project";
import { findProject } from "#engine/operations/projects/discover-projects";
import { standingOf } from "#engine/operations/projects/standing-of";
import { updatePlan } from "#engine/operations/install/update-project";
import type { Ports } from "#engine/ports";

/** One project with where its loop on this backlog stands; of one that can't be read the fault, and what else is known. NOT_INSTALLED where it is none; `version` is the tool's. */
export async function projectDetail(
  ports: Ports,
  paths: BacklogPaths,
  version: string,
): Promise<ProjectDetail> {
  const found = await findProject(ports, paths);
  if (found === null) throw notInstalled(ports, paths.projectPath);
  const { loopState, backlogSummary } = await standingOf(ports, found);
  const readable = found.project.marker !== null;
  return {
    ...found.project,
    backlogSummary,
    loopState,
    artifacts: readable ? await artifactsOf(ports, found.paths, version) : { stale: false, details: [] },
  };
}

/** A file whose markers are damaged can't be planned for; that is a detail to tell, not a reason to hide the project. */
async function artifactsOf(
  ports: Ports,
  paths: BacklogPaths,
  version: string,
): Promise<ProjectDetail["artifacts"]> {
  try {
    const { stale, files } = await updatePlan(ports, paths, { version });
    const notable = files.filter(({ state }) => state !== "ok");
    return {
      stale,
      details: notable.map(({ file, state, detail }) =>
        [`${file}: ${state}`, detail].filter(Boolean).join(", "),
      ),
    };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { stale: true, details: [error.message] };
  }
}

function notInstalled(ports: Ports, path: string): ToolError {
  return new ToolError("NOT_INSTALLED", `${folderName(path)} is not set up.`, {
    details: { path },
    reason: `${tildePath(path, ports.machine.home)} has no ${MARKER_FILE}.`,
  });
}
