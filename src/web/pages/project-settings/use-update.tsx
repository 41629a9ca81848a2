import { useState } from "react";
import type { UpdatePlan } from "#contracts/schema/install-report";
import { call } from "#web/api/client";
import { useSend } from "#web/api/queries";
import { sentenceOf } from "#web/forms/sentence-of";
import { confirm } from "#web/ui/confirm";
import { showFailure, showToast } from "#web/ui/toast";
import { counted } from "#web/ui/words";

export interface Update {
  /** Files that it would write. */
  readonly count: number;
  readonly busy: boolean;
  readonly run: () => Promise<void>;
}

/** Brings the installed files up to date; asks first where that takes back somebody's change. */
export function useUpdate(id: string, plan: UpdatePlan | undefined): Update {
  const { mutateAsync } = useSend("POST /api/projects/:id/update");
  const [busy, setBusy] = useState(false);
  const update = async () => {
    // A file may have been changed by hand since the page was read.
    const changed = rewrittenBy(await call("GET /api/projects/:id/update", { params: { id } }));
    const words = counted(changed.length, "file");
    const edited = changed.filter(({ state }) => state === "edited").map(({ file }) => file);
    if (edited.length > 0 && !(await mayTakeBack(edited, words))) return;
    await mutateAsync({ params: { id } });
    showToast({ title: `${words} updated` });
  };
  const run = async () => {
    setBusy(true);
    await update().catch((error: unknown) => showFailure("Not updated", sentenceOf(error)));
    setBusy(false);
  };
  return { count: plan === undefined ? 0 : rewrittenBy(plan).length, busy, run };
}

const rewrittenBy = ({ files }: UpdatePlan) => files.filter(isRewritten);

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
