/** Signal 0; not permitted means that it is there. Pids below 1 name groups, never a process. */
export function answers(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  return signalAnswers(pid);
}

/** Whether a process group has a member, be it a zombie. */
export function groupAnswers(pgid: number): boolean {
  return Number.isSafeInteger(pgid) && pgid > 1 && signalAnswers(-pgid);
}

function signalAnswers(target: number): boolean {
  try {
    process.kill(target, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
