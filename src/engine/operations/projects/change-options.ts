import { mergeOptions, type OptionsPatch } from "#core/projects/merge-options";
import { folderName } from "#core/projects/absolute-path";
import type { BacklogPaths } from "#contracts/paths";
import type { MarkerOptions } from "#contracts/schema/marker";
import { requireMarker } from "#engine/operations/projects/resolve-project";
import type { Ports } from "#engine/ports";
import { editMarker } from "#engine/stores/marker-store";

/** Merges the given options into the marker's; null takes one away. Gives the stored ones, without defaults. */
export async function changeOptions(
  ports: Ports,
  paths: BacklogPaths,
  patch: OptionsPatch,
): Promise<MarkerOptions> {
  const project = { name: folderName(paths.projectPath), paths };
  const installed = await requireMarker(ports, project);
  const edited = await editMarker(
    ports,
    paths,
    (marker) => marker && { ...marker, options: mergeOptions(marker.options, patch) },
  );
  return (edited ?? installed).options;
}
