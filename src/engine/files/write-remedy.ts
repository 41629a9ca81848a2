import { parentOf } from "#core/projects/absolute-path";
import { shellWord } from "#core/text/shell-word";
import { ToolError, type Hint } from "#contracts/error";
import type { BacklogPaths } from "#contracts/paths";
import { shownPath } from "#engine/files/shown-path";
import type { Ports } from "#engine/ports";

const FORBIDDEN: readonly unknown[] = ["EACCES", "EPERM"];
const OWNER_WRITES = 0o200;

/** A write that the system forbids, with what lets it: the folder's owner where he has closed it to himself, else whoever it belongs to. Other faults stay as they are. */
export async function withWriteRemedy(ports: Ports, paths: BacklogPaths, error: unknown): Promise<unknown> {
  if (!(error instanceof ToolError) || !FORBIDDEN.includes(error.details?.["errno"])) return error;
  const path = error.details?.["path"];
  if (typeof path !== "string") return error;
  const folder = parentOf(path);
  const stat = await ports.files.stat(folder).catch(() => null);
  const word = shellWord(shownPath(paths, folder));
  const remedy: Hint =
    stat !== null && (stat.mode & OWNER_WRITES) === 0
      ? { command: `chmod -R u+w ${word}`, purpose: "let it be written" }
      : { command: `ls -ld ${word}`, purpose: "see who may write there" };
  const { code, message, details, reason, cause } = error;
  return new ToolError(code, message, { details, reason, cause, hints: [remedy] });
}
