const LEAVE: readonly string[] = ["\u0003", "q", "Q"];
const CTRL_Z = "\u001a";

/** In a view that only watches: q and Ctrl-C leave it, Ctrl-Z stops it for a while. */
export function watchingKeys(onLeave: () => void, onSuspend: () => void): (key: string) => void {
  return (key) => {
    if (LEAVE.includes(key)) onLeave();
    if (key === CTRL_Z) onSuspend();
  };
}
