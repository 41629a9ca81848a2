import { tmpdir } from "node:os";
import type { Machine } from "#engine/ports";
import { builtin } from "#platform/builtin";
import { homeFolder } from "#platform/home-folder";
import { randomUuid } from "#platform/random-uuid";

/** Who and where this process is. */
export function createMachine(): Machine {
  return {
    pid: process.pid,
    platform: process.platform,
    home: homeFolder(),
    tempDir: tmpdir(),
    uuid: randomUuid,
    sha256: (text) => builtin.crypto().createHash("sha256").update(text).digest("hex"),
  };
}
