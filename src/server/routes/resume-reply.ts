import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import type { ReconcileSummary } from "#contracts/schema/reconcile";
import type { Reply, Call } from "#server/routes/handler";
import { resumeRequest } from "#server/run-request";
import type { ServerDeps } from "#server/server-deps";

type ResumeKey = "POST /api/projects/:id/resume";

/** Uncommitted work of an interrupted item is told like any other reason not to go on: nothing was changed, and a person decides. */
export async function resumeReply(
  { loops, version }: ServerDeps,
  paths: BacklogPaths,
  { answers = [], retryBlocked = false }: Call<ResumeKey>["body"],
): Promise<Reply<ResumeKey>> {
  try {
    const { resumed, reason } = await loops.resume(paths, {
      request: resumeRequest(version),
      answers: answers.map(({ itemId, text }) => ({ id: itemId, text })),
      retryBlocked,
      recover: false,
    });
    return {
      reconciled: resumed.reconciled,
      relaunched: reason === null,
      ...(reason !== null && { reason }),
    };
  } catch (error) {
    const interrupted = interruptedItem(error);
    if (interrupted === null) throw error;
    const { message, reason = "" } = error as ToolError;
    return {
      reconciled: { ...NOTHING_DONE, interrupted: [interrupted] },
      relaunched: false,
      reason: `${message} ${reason}`.trim(),
    };
  }
}

const NOTHING_DONE: ReconcileSummary = {
  recovered: [],
  requeued: [],
  keptBlocked: [],
  interrupted: [],
  stalledReset: 0,
  stateCleared: false,
  treeClean: false,
};

function interruptedItem(error: unknown): { id: string; title: string } | null {
  if (!(error instanceof ToolError) || error.code !== "CONFLICT") return null;
  const { id, title, files } = error.details ?? {};
  return typeof id === "string" && typeof title === "string" && Array.isArray(files) ? { id, title } : null;
}
