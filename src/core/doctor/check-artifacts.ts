import { doubtful, passed } from "#core/doctor/check";
import { TOOL_NAME } from "#contracts/names";
import type { DoctorCheck } from "#contracts/schema/doctor";
import type { UpdatePlan } from "#contracts/schema/install-report";

/** Whether the installed files are those of this version; what the user made his own counts as he wants it. A backlog that update leaves to git is no matter of its own: the check of the backlog names it. */
export function checkArtifacts({ files }: UpdatePlan): DoctorCheck {
  const written = files.filter(({ diff }) => diff !== null);
  const outdated = written.filter(({ state }) => state !== "ok");
  const there = files.filter(({ state, diff }) => state !== "missing" || diff !== null);
  if (written.length === 0) return passed("artifacts", `all ${there.length} are up to date`);
  const verb = outdated.length === 1 ? "is" : "are";
  const words =
    outdated.length === 0
      ? "the files are up to date, only the marker is not"
      : `${outdated.length} of ${files.length} ${verb} out of date`;
  return doubtful("artifacts", words, { command: `${TOOL_NAME} update` });
}
