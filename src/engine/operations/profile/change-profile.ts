import { mergeProfile, type ProfilePatch } from "#core/profile/merge-profile";
import { folderName } from "#core/projects/absolute-path";
import type { BacklogPaths } from "#contracts/paths";
import type { ProjectProfile } from "#contracts/schema/profile";
import { requireMarker } from "#engine/operations/projects/resolve-project";
import { updateProject } from "#engine/operations/install/update-project";
import type { Ports } from "#engine/ports";

/** Changes the given fields of the stored profile, composes verify anew, and re-syncs the commands in what agents read; `version` is the tool's. */
export async function changeProfile(
  ports: Ports,
  paths: BacklogPaths,
  patch: ProfilePatch,
  version: string,
): Promise<ProjectProfile> {
  const installed = await requireMarker(ports, { name: folderName(paths.projectPath), paths });
  mergeProfile(installed.profile, patch);
  const { profile } = await updateProject(ports, paths, {
    version,
    change: (marker) => ({ ...marker, profile: mergeProfile(marker.profile, patch) }),
  });
  return profile;
}
