import { createHash } from "node:crypto";
import type { Machine } from "#engine/ports";

/** A machine with a process id of its own and uuids that repeat from run to run. */
export function createFakeMachine(pid: number, home = "/home/user"): Machine {
  let drawn = 0;
  return {
    pid,
    platform: "linux",
    home,
    tempDir: "/tmp",
    uuid() {
      drawn += 1;
      const hex = createHash("sha256").update(`${pid}:${drawn}`).digest("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
  };
}
