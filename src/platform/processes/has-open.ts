import { readdirSync, readlinkSync, realpathSync } from "node:fs";

/** Whether any process has the file open, by /proc; true where there is none to ask, since that is the safe answer. */
export function hasOpen(path: string): boolean {
  let pids: string[];
  let real: string;
  try {
    real = realpathSync(path);
    pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return true;
  }
  return pids.some((pid) => openFiles(pid).includes(real));
}

/** Of a process that is gone, or somebody else's, nothing is known. */
function openFiles(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
