import { Archive, Eye, Play } from "lucide-react";
import { useMemo, useState } from "react";
import { call, isApiError } from "#web/api/client";
import { queryClient, refreshProject } from "#web/api/queries";
import { readyAnswers, useAnswers, writeAnswer } from "#web/app/answers";
import { clockTime } from "#web/app/time-words";
import { counted, listedIds } from "#web/ui/words";
import { StopIcon } from "#web/pages/status/icons";
import { mayResume, planResume, type ResumePlan } from "#web/pages/status/resume-plan";
import { StopWords } from "#web/pages/status/stop-words";
import type { RunView } from "#web/pages/status/use-run";
import { confirm } from "#web/ui/confirm";
import { announce } from "#web/ui/live";
import { holdBack, showFailure, showToast, showWarning } from "#web/ui/toast";

/** Going on with a run: what it would take, and the deed. */
export interface ResumeOffer {
  readonly offered: boolean;
  readonly plan: ResumePlan;
  readonly answers: number;
  readonly busy: boolean;
  readonly resume: () => void;
}

/** Kept answers, what a resume would take with them, and the resume itself. */
export function useResume(view: RunView): ResumeOffer {
  const { id, items, archived, state, live } = view;
  const written = useAnswers(id);
  const [busy, setBusy] = useState(false);
  const answers = useMemo(() => readyAnswers(written, items), [written, items]);
  const plan = useMemo(
    () => planResume(items, new Set(answers.map(({ itemId }) => itemId)), archived),
    [items, answers, archived],
  );
  const resume = async () => {
    setBusy(true);
    try {
      const { relaunched, reason, reconciled } = await call("POST /api/projects/:id/resume", {
        params: { id },
        body: { answers: answers.map(({ itemId, text }) => ({ itemId, text })) },
      });
      // Interrupted work is refused before anything is written: the answers wait on.
      if (reconciled.interrupted.length === 0)
        for (const { itemId } of answers) writeAnswer(id, itemId, null);
      if (relaunched) tellResumed([...answers.map(({ itemId }) => itemId), ...reconciled.requeued]);
      else showWarning({ title: "The run was not resumed", detail: reason });
    } catch (error) {
      await tellRefused(view, error, "The run was not resumed");
    }
    await refreshProject(queryClient, id);
    setBusy(false);
  };
  return {
    offered: !live && mayResume(state, items, answers.length),
    plan,
    answers: answers.length,
    busy,
    resume: () => void (busy || plan.refusal !== null || resume()),
  };
}

function tellResumed(ids: readonly string[]): void {
  const back = ids.length === 1 ? "is pending again" : "are pending again";
  showToast(
    ids.length === 0
      ? { title: "The run has resumed", icon: Play }
      : { title: `${listedIds(ids)} ${back}`, detail: "The run has resumed" },
  );
}

/** Somebody else's run is told with its holder; the rest as the server says it. */
export async function tellRefused(view: RunView, error: unknown, title: string): Promise<void> {
  if (isApiError(error) && (await isRunning(view.id, error.code))) return tellRunning(view.id);
  showFailure(title, isApiError(error) ? error.message : undefined);
}

async function isRunning(id: string, code: string): Promise<boolean> {
  if (code !== "CONFLICT" && code !== "LOCK_CONFLICT") return false;
  const status = await call("GET /api/projects/:id/status", { params: { id } }).catch(() => null);
  return status?.lock?.alive === true;
}

async function tellRunning(id: string): Promise<void> {
  const { lock } = await call("GET /api/projects/:id/status", { params: { id } });
  const since = typeof lock?.startedAt === "string" ? ` at ${clockTime(lock.startedAt)}` : "";
  const watch = await confirm({
    title: "A run is already going",
    text: `Process ${lock?.pid ?? "?"} started it${since}. Two runs in one work tree would mix their commits, so this one was not started.`,
    deed: "Watch that run",
    leave: "Close",
  });
  if (watch) await refreshProject(queryClient, id);
}

/** Asks, saying the consequence, then stops the run. */
export async function stopRun(view: RunView): Promise<void> {
  const { id, status } = view;
  const yes = await confirm({
    title: "Stop after this moment?",
    text: <StopWords view={view} />,
    deed: "Stop",
    icon: StopIcon,
    leave: "Let it run",
  });
  if (!yes) return;
  try {
    await call("POST /api/projects/:id/loop/stop", { params: { id } });
    announce(`${status.currentItem ?? "The run"} was stopped`);
  } catch (error) {
    if (isApiError(error) && error.status === 404) showWarning({ title: "The run had ended by itself" });
    else showFailure("The run was not stopped", isApiError(error) ? error.message : undefined);
  }
  await refreshProject(queryClient, id);
}

/** Asks, then starts a pass that only reviews. */
export async function reviewDone(view: RunView): Promise<void> {
  const { id } = view;
  const done = view.status.backlogSummary.done;
  const yes = await confirm({
    title: "Review what was done?",
    text: `One session reads the diff of ${counted(done, "done item")} and files what is wrong as new items. Nothing is worked on.`,
    deed: `Review ${counted(done, "item")}`,
    icon: Eye,
  });
  if (!yes) return;
  try {
    await call("POST /api/projects/:id/loop/review", { params: { id } });
    announce("The review has started");
  } catch (error) {
    await tellRefused(view, error, "The review was not started");
  }
  await refreshProject(queryClient, id);
}

/** Puts one blocked item back to pending. */
export async function unblockItem(view: RunView, itemId: string): Promise<void> {
  try {
    await call("POST /api/projects/:id/backlog/unblock", { params: { id: view.id }, body: { itemId } });
    showToast({ title: `${itemId} is pending again` });
  } catch (error) {
    await tellRefused(view, error, `${itemId} was not unblocked`);
  }
  await refreshProject(queryClient, view.id);
}

/** Sweeps the done items into the archive once the time for undo is over; `hide` shows or hides them meanwhile. */
export function sweepDone({ id, status }: RunView, hide: (hidden: boolean) => void): void {
  hide(true);
  holdBack({
    title: `${counted(status.backlogSummary.done, "done item")} swept`,
    icon: Archive,
    undo: () => hide(false),
    send: async (extra) => {
      await call("POST /api/projects/:id/backlog/sweep", { params: { id }, body: {} }, extra);
    },
    after: () => refreshProject(queryClient, id),
  });
}
