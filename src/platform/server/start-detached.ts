import { closeSync, openSync } from "node:fs";
import type { DetachedProcess } from "#engine/server-ports";
import { builtin } from "#platform/builtin";
import { fileError } from "#platform/files/file-error";

/** Node lets its youngest objects take 48 MiB before it looks through them: much for a server that is mostly at rest, and a twelfth of its work saved. */
const LEAN = "--max-semi-space-size=2";

/** A process in a session of its own, without a terminal. */
export async function startDetached(
  words: readonly string[],
  how: { readonly cwd: string; readonly output: string },
): Promise<DetachedProcess> {
  const output = openOutput(how.output);
  const [, program = ""] = process.argv;
  const line = [LEAN, ...process.execArgv, program, ...words];
  const child = builtin.childProcess().spawn(process.execPath, line, {
    cwd: how.cwd,
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  let ended = false;
  child.once("exit", () => (ended = true));
  child.unref();
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", () => resolve({ pid: child.pid ?? 0, hasEnded: () => ended }));
  });
}

function openOutput(path: string): number {
  try {
    return openSync(path, "a", 0o600);
  } catch (error) {
    throw fileError("written", path, error);
  }
}
