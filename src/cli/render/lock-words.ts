import { coarseDuration } from "#cli/render/duration";
import { moment, type LocalClock } from "#cli/render/moment";
import type { ToolError } from "#contracts/error";

/** Who holds a lock and since when, in local time; engine knows no zone and gives `details.pid` and `details.startedAt` instead. */
export function lockWords({ code, details, reason }: ToolError, clock: LocalClock): string | null {
  const pid = details?.["pid"];
  const startedAt = details?.["startedAt"];
  if (code !== "LOCK_CONFLICT" || typeof pid !== "number" || typeof startedAt !== "string") return null;
  const since = Date.parse(startedAt);
  if (Number.isNaN(since)) return null;
  const held = coarseDuration(clock.now() - since);
  const words = `Process ${pid} has held the lock since ${moment(since, clock, { zone: false })}, for ${held}.`;
  return reason === undefined ? words : `${words} ${reason}`;
}
