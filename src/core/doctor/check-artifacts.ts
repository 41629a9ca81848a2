import { doubtful, passed } from "#core/doctor/check";
import { TOOL_NAME } from "#contracts/names";
import type { DoctorCheck } from "#contracts/schema/doctor";
import type { UpdatePlan } from "#contracts/schema/install-report";

/** Whether the installed files are those of this version; what the user made his own counts as he wants it. */
export function checkArtifacts({ files, stale }: UpdatePlan): DoctorCheck {
  const outdated = files.filter(({ state }) => state !== "ok" && state !== "kept");
  if (outdated.length === 0 && !stale) return passed("artifacts", `all ${files.length} are up to date`);
  const words = outdated.length === 1 ? "1" : String(outdated.length);
  const verb = outdated.length === 1 ? "is" : "are";
  return doubtful("artifacts", `${words} of ${files.length} ${verb} out of date`, {
    command: `${TOOL_NAME} update`,
  });
}
