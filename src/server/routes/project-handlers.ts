import type { PROJECT_ROUTES } from "#contracts/schema/routes/project-routes";
import { changeOptions } from "#engine/operations/projects/change-options";
import { changeProfile } from "#engine/operations/profile/change-profile";
import { detectProjectProfile } from "#engine/operations/profile/detect-profile";
import { discoverProjects } from "#engine/operations/projects/discover-projects";
import { fencePorts } from "#engine/operations/projects/fence-ports";
import { initProject } from "#engine/operations/init/init-project";
import { installProject } from "#engine/operations/install/install-project";
import { preflightInstall } from "#engine/operations/install/preflight-install";
import { projectDetail } from "#engine/operations/projects/project-detail";
import { readProfile } from "#engine/operations/profile/read-profile";
import { surveyProject } from "#engine/operations/install/survey-project";
import { uninstallProject } from "#engine/operations/install/uninstall-project";
import { updatePlan, updateProject } from "#engine/operations/install/update-project";
import type { HandlersOf } from "#server/routes/handler";
import { openFolder, openNewFolder } from "#server/sandbox";

export const PROJECT_HANDLERS: HandlersOf<typeof PROJECT_ROUTES> = {
  "GET /api/projects": async ({ deps: { ports, rootDirectory } }) =>
    discoverProjects(ports, await rootDirectory()),
  "POST /api/projects/init": async ({ deps: { ports, rootDirectory, version }, body }) => {
    const { path = ".", commands = {}, ...rest } = body;
    const projectPath = await openNewFolder(ports, await rootDirectory(), path, body.name);
    return (await initProject(ports, { ...rest, projectPath, overrides: commands, version })).report;
  },
  "GET /api/projects/:id": async ({ deps: { ports, version }, project: { paths } }) =>
    projectDetail(ports, paths, version),
  "POST /api/projects/:id/install": async ({ deps: { ports, version }, project: { paths }, body }) =>
    installProject(ports, {
      projectPath: paths.projectPath,
      overrides: body.profile ?? {},
      options: body.options ?? {},
      version,
      ...(body.projectName !== undefined && { projectName: body.projectName }),
    }),
  "GET /api/projects/:id/update": async ({ deps: { ports, version }, project: { paths } }) =>
    updatePlan(ports, paths, { version }),
  "POST /api/projects/:id/update": async ({ deps: { ports, version }, project: { paths } }) =>
    updateProject(ports, paths, { version }),
  "POST /api/projects/:id/uninstall": async ({ deps: { ports }, project: { paths }, body }) => {
    await uninstallProject(ports, paths, { keepData: body.keepData ?? true });
    return null;
  },
  "GET /api/projects/:id/profile": async ({ deps: { ports }, project: { paths } }) =>
    readProfile(ports, paths),
  "PUT /api/projects/:id/profile": async ({ deps: { ports, version }, project: { paths }, body }) => {
    const { backlogRoot: _, ...patch } = body;
    return changeProfile(ports, paths, patch, version);
  },
  "POST /api/projects/:id/profile/detect": async ({ deps: { ports }, project: { paths } }) =>
    (await detectProjectProfile(ports, paths.projectPath)).profile,
  "PUT /api/projects/:id/options": async ({ deps: { ports }, project: { paths }, body }) => {
    const { backlogRoot: _, ...patch } = body;
    return changeOptions(ports, paths, patch);
  },
  "POST /api/preflight": async ({ deps: { ports, rootDirectory }, body }) => {
    const projectPath = await openFolder(ports, await rootDirectory(), body.path);
    const fenced = fencePorts(ports, projectPath);
    return preflightInstall(fenced, await surveyProject(fenced, projectPath));
  },
};
