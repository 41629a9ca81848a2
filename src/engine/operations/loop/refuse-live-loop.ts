import { shellWord } from "#core/text/shell-word";
import { ToolError } from "#contracts/error";
import { folderName } from "#core/projects/absolute-path";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";
import { inspectLock } from "#engine/files/inspect-lock";
import { shownPath } from "#engine/files/shown-path";

/** LOCK_CONFLICT while a live process holds the loop's lock; surfaces say since when, from the details. A lock that can't be read holds nobody up. */
export async function refuseLiveLoop(ports: Ports, paths: BacklogPaths, then: string): Promise<void> {
  const { alive, record } = await inspectLock(ports, paths.lock);
  if (!alive || record === null || record === "unreadable") return;
  throw new ToolError("LOCK_CONFLICT", `A loop is running in ${folderName(paths.projectPath)}.`, {
    details: { pid: record.pid, startedAt: record.startedAt },
    reason: "Nothing was changed.",
    hints: [
      { command: `${TOOL_NAME} follow`, purpose: "watch it" },
      {
        command: `touch ${shellWord(shownPath(paths, paths.cancel))}`,
        purpose: `stop it gracefully, then ${then}`,
      },
    ],
  });
}
