import { homedir, tmpdir } from "node:os";
import type { Machine } from "#engine/ports";
import { builtin } from "#platform/builtin";

/** Who and where this process is. */
export function createMachine(): Machine {
  return {
    pid: process.pid,
    platform: process.platform,
    home: homedir(),
    tempDir: tmpdir(),
    uuid: () => builtin.crypto().randomUUID(),
    sha256: (text) => builtin.crypto().createHash("sha256").update(text).digest("hex"),
  };
}
