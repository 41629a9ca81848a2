import { useState } from "react";
import type { InstallationReport } from "#contracts/schema/install-report";
import { call, isApiError } from "#web/api/client";
import { queryClient, refreshProject, useGet } from "#web/api/queries";
import { useDraft, type Draft } from "#web/forms/draft";
import { useAttempt } from "#web/forms/use-attempt";
import { bodyOf, FRESH_INIT, nameFault, type InitDraft } from "#web/pages/init/init-draft";

const KEY = "tool.draft.init";
/** Of the folder, when it is there already. */
const TAKEN = "There is a folder of this name already. Add the tool to it under “Install in a folder”.";

export interface Init extends Draft<InitDraft> {
  /** "" until it is known. */
  readonly root: string;
  readonly busy: boolean;
  /** What the server refused, a sentence. */
  readonly error: string | null;
  readonly report: InstallationReport | null;
  readonly go: (step: number) => void;
  /** Looks whether the name is free; on success the wizard goes on. */
  readonly look: () => Promise<void>;
  /** Makes the project; on success the wizard is at its end. */
  readonly make: () => Promise<void>;
}

/** The wizard's state and its two deeds. */
export function useInit(): Init {
  const root = useGet("GET /api/health", {}).data?.rootDirectory ?? "";
  const kept = useDraft(KEY, FRESH_INIT, () => true);
  const { busy, error, setError, attempt } = useAttempt();
  const [report, setReport] = useState<InstallationReport | null>(null);
  const { draft, now, change, restart, finish } = kept;
  const go = (step: number) => {
    setError(null);
    change({ at: step, reached: Math.max(draft.reached, step) });
  };
  const look = () =>
    attempt(async () => {
      if (nameFault(draft.name) !== null) return setError(nameFault(draft.name));
      const taken = await isThere(draft.name.trim());
      // Another name was typed meanwhile: nothing is known of that one.
      if (now().name !== draft.name || now().at !== draft.at) return;
      if (taken) return setError(TAKEN);
      go(1);
    });
  const make = () =>
    attempt(async () => {
      setReport(await call("POST /api/projects/init", { body: bodyOf(draft) }));
      finish();
      await refreshProject(queryClient, "");
      change({ at: 4, reached: 4 });
    });
  return { ...kept, root, busy, error, report, go, look, make, restart: () => (setError(null), restart()) };
}

async function isThere(name: string): Promise<boolean> {
  try {
    await call("POST /api/preflight", { body: { path: name } });
    return true;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return false;
    throw error;
  }
}
