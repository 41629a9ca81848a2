import { useState } from "react";
import type { InstallationReport } from "#contracts/schema/install-report";
import { call } from "#web/api/client";
import { getQuery, queryClient, refreshProject, useGet } from "#web/api/queries";
import { useDraft, type Draft } from "#web/forms/draft";
import { overridesOf } from "#web/forms/command-rows";
import { useAttempt } from "#web/forms/use-attempt";
import { fieldsOf, freshDraft, optionsOf, type InstallDraft } from "#web/pages/install/install-draft";
import { targetOf } from "#web/pages/install/target";

const KEY = "tool.draft.install";

export interface Install extends Draft<InstallDraft> {
  /** "" until it is known. */
  readonly root: string;
  readonly busy: boolean;
  /** What the server refused, a sentence. */
  readonly error: string | null;
  readonly report: InstallationReport | null;
  readonly go: (step: number) => void;
  /** Looks at the folder; on success the wizard goes on to the preflight. */
  readonly look: () => Promise<void>;
  /** Writes; on success the wizard is at its end. */
  readonly install: () => Promise<void>;
}

/** The wizard's state and its two deeds. */
export function useInstall(wanted: string | undefined): Install {
  const root = useGet("GET /api/health", {}).data?.rootDirectory ?? "";
  const [fresh] = useState(() => freshDraft(wanted ?? ""));
  const kept = useDraft(KEY, fresh, ({ folder }) => wanted === undefined || folder === wanted);
  const { busy, error, setError, attempt } = useAttempt();
  const [report, setReport] = useState<InstallationReport | null>(null);
  const { draft, now, change, restart, finish } = kept;

  const look = () =>
    attempt(async () => {
      // Whoever types fast is done before the page knows the root.
      const { rootDirectory } = await queryClient.ensureQueryData(getQuery("GET /api/health", {}));
      const target = targetOf(draft.folder, rootDirectory);
      if ("error" in target) return setError(target.error);
      const preflight = await call("POST /api/preflight", { body: { path: target.id } });
      // Whoever has typed another folder, or has gone on, doesn't wait for this one any more.
      const { folder, at } = now();
      if (folder !== draft.folder || at !== draft.at) return;
      const same = draft.found?.id === target.id;
      // What was typed for the same folder stays when it is looked at again.
      change({
        ...(same ? { found: { id: target.id, preflight } } : fieldsOf({ id: target.id, preflight })),
      });
      change({ at: 1, reached: same ? Math.max(draft.reached, 1) : 1 });
    });
  const install = () =>
    attempt(async () => {
      if (draft.found === null) return;
      setReport(await write(draft, draft.found));
      finish();
      change({ at: 5, reached: 5 });
    });
  const go = (step: number) => {
    setError(null);
    change({ at: step, reached: Math.max(draft.reached, step) });
  };
  return {
    ...kept,
    root,
    busy,
    error,
    report,
    go,
    look,
    install,
    restart: () => (setError(null), restart()),
  };
}

async function write(draft: InstallDraft, { id, preflight }: NonNullable<InstallDraft["found"]>) {
  const { profile } = preflight;
  const { projectName } = draft.options;
  const overrides = overridesOf(draft.commands, profile.commands);
  const report = await call("POST /api/projects/:id/install", {
    params: { id },
    body: {
      profile: Object.fromEntries(Object.entries(overrides).map(([name, line]) => [name, line ?? ""])),
      options: optionsOf(draft.options),
      ...(projectName.trim() !== "" && { projectName: projectName.trim() }),
    },
  });
  const stack = stackPatch(draft, profile);
  if (Object.keys(stack).length > 0)
    await call("PUT /api/projects/:id/profile", { params: { id }, body: stack });
  await refreshProject(queryClient, "");
  return report;
}

/** An installation takes commands alone; a stack that was corrected follows as a change of the profile. */
function stackPatch(
  draft: InstallDraft,
  found: { readonly stack: string; readonly packageManager: string | null; readonly monorepo: boolean },
) {
  const packageManager = draft.packageManager === "" ? null : draft.packageManager;
  return {
    ...(draft.stack !== found.stack && { stack: draft.stack }),
    ...(packageManager !== found.packageManager && { packageManager }),
    ...(draft.monorepo !== found.monorepo && { monorepo: draft.monorepo }),
  };
}
