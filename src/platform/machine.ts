import { createHash, randomUUID } from "node:crypto";
import { homedir, tmpdir } from "node:os";
import type { Machine } from "#engine/ports";

/** Who and where this process is. */
export function createMachine(): Machine {
  return {
    pid: process.pid,
    platform: process.platform,
    home: homedir(),
    tempDir: tmpdir(),
    uuid: () => randomUUID(),
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
  };
}
