import { absolutePath } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import type { SERVICE_ROUTES } from "#contracts/schema/routes/service-routes";
import { changeConfig } from "#engine/operations/service/change-config";
import { projectFolders } from "#engine/operations/projects/discover-projects";
import { listAgents } from "#engine/operations/service/list-agents";
import { readResolvedConfig } from "#engine/operations/service/read-config";
import type { Ports } from "#engine/ports";
import { openApiDocument } from "#server/openapi";
import type { HandlersOf } from "#server/routes/handler";

export const SERVICE_HANDLERS: HandlersOf<typeof SERVICE_ROUTES> = {
  "GET /api/health": async ({ deps: { ports, version, startedAt, rootDirectory } }) => {
    const root = await rootDirectory();
    // A root that was taken away under the server leaves it healthy.
    const there = (await ports.files.stat(root))?.kind === "directory";
    return {
      version,
      uptime: Math.max(0, (ports.clock.now() - startedAt) / 1000),
      rootDirectory: root,
      projectCount: there ? (await projectFolders(ports, root)).length : 0,
    };
  },
  "GET /api/config": async ({ deps: { ports } }) => readResolvedConfig(ports),
  "PUT /api/config": async ({ deps: { ports, rootDirectory }, body }) => {
    const cwd = await rootDirectory();
    if (typeof body.rootDirectory === "string") await requireFolder(ports, cwd, body.rootDirectory);
    return changeConfig(ports, body, cwd);
  },
  "GET /api/agents": async ({ deps: { ports } }) => ({ agents: await listAgents(ports) }),
  "GET /api/openapi.json": async ({ deps: { version } }) => openApiDocument(version),
};

/** The root takes effect at once: one that isn't there would leave the dashboard with nothing to show. */
async function requireFolder(ports: Ports, cwd: string, typed: string): Promise<void> {
  const path = absolutePath(
    cwd,
    typed.replace(/^~(?=\/|$)/, () => ports.machine.home),
  );
  if ((await ports.files.stat(path))?.kind === "directory") return;
  throw new ToolError("VALIDATION_ERROR", `There is no folder ${path}.`, {
    details: { field: "rootDirectory", value: typed },
    reason: "Nothing was changed.",
  });
}
