import { isLivingPath } from "#core/git/own-paths";
import { useGet, useGetNow } from "#web/api/queries";
import type { RunView } from "#web/pages/status/use-run";
import { counted } from "#web/ui/words";

/** What a stop does to what is going on: it is asked at once, and git may take its time to tell of the files. */
export function StopWords({ view }: { readonly view: RunView }) {
  const params = { id: view.id };
  // A run goes on while the question stands.
  const { loopState, currentItem } = useGet("GET /api/projects/:id/status", { params }).data ?? view.status;
  const preflight = useGetNow("GET /api/projects/:id/loop/preflight", { params }).data;
  if (loopState === "REVIEWING") return "The review ends without adding anything. Done items stay done.";
  if (currentItem === null) return "Nothing is being worked on. Done items stay done.";
  const { attemptsAllowed } = view.run;
  const attempts = attemptsAllowed === null ? "all its attempts" : `its ${attemptsAllowed} attempts`;
  const files = preflight?.dirty.filter((path) => !isLivingPath(path)).length ?? 0;
  const stay = files === 1 ? "stays" : "stay";
  const tree = files === 0 ? "" : `; its ${counted(files, "changed file")} ${stay} in the tree for it`;
  return `${currentItem} goes back to pending and keeps ${attempts}${tree}. Done items stay done.`;
}
