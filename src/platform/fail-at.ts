import { ToolError } from "#contracts/error";
import type { Effect } from "#engine/numbered-ports";
import { fileError, type FileDeed } from "#platform/files/file-error";

const DEED_OF: Readonly<Record<string, FileDeed>> = {
  "files.write": "written",
  "files.append": "written",
  "files.rename": "moved",
  "files.link": "linked",
  "files.remove": "removed",
  "files.removeDir": "removed",
  "files.makeDir": "created",
};
/** Of git and the processes, what needs the disk; the rest fails only where no file can be opened. */
const WRITES = [
  "git.init",
  "git.commitAll",
  "git.stash",
  "git.createBranch",
  "git.switchBranch",
  "git.maintain",
];
const NO_HANDLES = ["EMFILE", "ENFILE"];
/** They tell their failures by values, or not at all. */
const NEVER = ["processes.runShell", "processes.sweep"];

/** What "12:ENOSPC" or "12-:ENOSPC" says of an effect: the failure that this machine would give it, or null. */
export function failAt(text: string): (effect: Effect) => ToolError | null {
  const [, at = "", onwards, errno = ""] = /^(\d+)(-?):(\w+)$/.exec(text) ?? [];
  return ({ index, name, path }) => {
    const strikes = onwards === "-" ? index >= Number(at) : index === Number(at);
    return strikes && errno !== "" ? faultOf(name, path, errno) : null;
  };
}

function faultOf(name: string, path: string, errno: string): ToolError | null {
  const deed = DEED_OF[name];
  if (deed !== undefined) return fileError(deed, path, Object.assign(new Error(errno), { code: errno }));
  if (NEVER.includes(name)) return null;
  if (!WRITES.includes(name) && !NO_HANDLES.includes(errno)) return null;
  return new ToolError("CONFLICT", "git can't be started.", {
    reason: `The system says ${errno}.`,
    details: { errno },
  });
}
