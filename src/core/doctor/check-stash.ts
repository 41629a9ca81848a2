import { doubtful, passed } from "#core/doctor/check";
import { COMMIT_PREFIX } from "#contracts/names";
import type { DoctorCheck } from "#contracts/schema/doctor";

/** Whether work that was put away for an item waits to be looked at. Somebody's own stashes are none of our business. */
export function checkStash(
  stashes: readonly { readonly ref: string; readonly message: string }[],
): DoctorCheck {
  const ours = stashes.filter(({ message }) => message.startsWith(`${COMMIT_PREFIX} `));
  const [newest] = ours;
  if (newest === undefined) return passed("stash", "none of ours");
  const messages = ours.map(({ message }) => `"${message}"`);
  return doubtful("stash", `${ours.length} of ours, ${messages.join(", ")}`, {
    command: `git stash show -p ${newest.ref}`,
  });
}
