import { BOOKKEEPING } from "#core/install/ignore-lines";
import type { BacklogPaths } from "#contracts/paths";
import type { Ports } from "#engine/ports";
import { atomicWrite } from "#engine/files/atomic-write";

/** The state directory of a backlog root of its own, made with the first write: git ignores what lies in it from the start. */
export async function ensureStateDir(ports: Ports, paths: BacklogPaths): Promise<void> {
  if (paths.stateDir === paths.root || (await ports.files.stat(paths.stateDir)) !== null) return;
  await ports.files.makeDir(paths.stateDir);
  await ignoreInStateDir(ports, paths);
}

/** What locks and temporary files of a file are named after: in a root of its own git ignores no more than the state directory. */
export function besideOf(paths: BacklogPaths, path: string): string {
  const isApart = paths.stateDir !== paths.root;
  return isApart ? `${paths.stateDir}/${path.slice(path.lastIndexOf("/") + 1)}` : path;
}

/** Has git ignore the runner's bookkeeping where no line of the project's does. What else stands in that file stays, before ours: of two lines the last one counts. */
export async function ignoreInStateDir(ports: Ports, paths: BacklogPaths): Promise<void> {
  const path = `${paths.stateDir}/.gitignore`;
  const there = (await ports.files.read(path)) ?? "";
  const others = there.split("\n").filter((line) => line !== "" && !BOOKKEEPING.includes(line));
  const text = `${[...others, ...BOOKKEEPING].join("\n")}\n`;
  if (text !== there) await atomicWrite(ports, path, text);
}
