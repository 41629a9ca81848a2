import type { BacklogPaths } from "#contracts/paths";
import type { ProjectProfile } from "#contracts/schema/profile";
import { folderName } from "#core/projects/absolute-path";
import { requireMarker } from "#engine/operations/projects/resolve-project";
import type { Ports } from "#engine/ports";

/** The stored profile; NOT_INSTALLED where there is none. */
export async function readProfile(ports: Ports, paths: BacklogPaths): Promise<ProjectProfile> {
  return (await requireMarker(ports, { name: folderName(paths.projectPath), paths })).profile;
}
