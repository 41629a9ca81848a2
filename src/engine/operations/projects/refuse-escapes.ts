import { artifactPaths } from "#core/install/artifact-paths";
import { filesToRead } from "#core/profile/detect-profile";
import { folderName } from "#core/projects/absolute-path";
import { isInside } from "#core/projects/sandbox";
import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";
import { shownPath } from "#engine/files/shown-path";

/** PATH_VIOLATION when a name that an operation on the project may read or write is a link out of the project, be it to the one beside it, or one that leads nowhere: written through, it would make a file there (spec: Authentication, path sandboxing). */
export async function refuseEscapes(ports: Ports, paths: BacklogPaths): Promise<void> {
  const { projectPath } = paths;
  const base = (await ports.files.realPath(projectPath)) ?? projectPath;
  for (const path of await touchedPaths(ports, paths)) {
    if ((await ports.files.linkStat(path))?.kind !== "link") continue;
    const real = await ports.files.realPath(path).catch(() => null);
    if (real !== null && isInside(base, real)) continue;
    const shown = shownPath(paths, path);
    const where = real === null ? "nowhere" : `out of ${folderName(projectPath)}`;
    throw new ToolError("PATH_VIOLATION", `${shown} is a link that leads ${where}.`, {
      details: { path: shown },
      reason: "Nothing was read or written.",
    });
  }
}

async function touchedPaths(ports: Ports, paths: BacklogPaths): Promise<ReadonlySet<string>> {
  const ofProject = [...artifactPaths, ...filesToRead].map((name) => `${paths.projectPath}/${name}`);
  const archived = ((await ports.files.list(paths.archive)) ?? []).map(
    ({ name }) => `${paths.archive}/${name}`,
  );
  return new Set([...Object.values<string>({ ...paths }), ...ofProject, ...archived]);
}
