import { ToolError } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import { createCancelSource } from "#engine/cancel";
import type { CancelToken, Ports } from "#engine/ports";

/** Between two looks, in ms: an editor has the file gone or torn for a moment, an agent that destroyed it for good. */
const PAUSES_MS = [50, 150, 400, 800];

/** Does it again as long as somebody may be in the middle of saving the backlog; what is wrong then still is thrown. */
export async function pastSaving<T>(
  ports: Ports,
  paths: BacklogPaths,
  deed: () => Promise<T>,
  cancel: CancelToken = createCancelSource().token,
): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await deed();
    } catch (error) {
      if (cancel.cause !== null || !(await mayBeSaved(ports, paths, error))) throw error;
      await ports.clock.sleep(ms, cancel);
    }
  }
  return deed();
}

/** Whoever saves a file leaves its folder where it is. */
async function mayBeSaved(ports: Ports, paths: BacklogPaths, error: unknown): Promise<boolean> {
  if (!(error instanceof ToolError)) return false;
  if (error.code === "INVALID_JSON") return true;
  return error.code === "FILE_NOT_FOUND" && (await ports.files.stat(paths.root)) !== null;
}
