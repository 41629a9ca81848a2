import type { UpdatePlan } from "#contracts/schema/install-report";
import { useSend } from "#web/api/queries";
import { confirm } from "#web/ui/confirm";
import { showFailure, showToast } from "#web/ui/toast";

export interface Update {
  /** Files that it would write. */
  readonly count: number;
  readonly busy: boolean;
  readonly run: () => Promise<void>;
}

/** Brings the installed files up to date; asks first where that takes back somebody's change. */
export function useUpdate(id: string, plan: UpdatePlan | undefined): Update {
  const { mutateAsync, isPending } = useSend("POST /api/projects/:id/update");
  const changed = (plan?.files ?? []).filter(isRewritten);
  const count = changed.length;
  const words = count === 1 ? "1 file" : `${count} files`;
  const run = async () => {
    const edited = changed.filter(({ state }) => state === "edited").map(({ file }) => file);
    if (edited.length > 0 && !(await mayTakeBack(edited, words))) return;
    try {
      await mutateAsync({ params: { id } });
      showToast({ title: `${words} updated` });
    } catch (error) {
      showFailure(`${words}: not updated`, error instanceof Error ? error.message : undefined);
    }
  };
  return { count, busy: isPending, run };
}

/** The marker's own version and hashes follow with the others: alone they are no update. */
export function isRewritten({ state, diff }: UpdatePlan["files"][number]): boolean {
  return diff !== null && state !== "ok";
}

function mayTakeBack(edited: readonly string[], words: string): Promise<boolean> {
  return confirm({
    title: `Update ${words}?`,
    text: `What was changed by hand in ${edited.join(" and ")} is written anew, and the change is gone. What stands outside of the marked blocks stays.`,
    deed: `Update ${words}`,
  });
}
