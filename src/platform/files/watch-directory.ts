import { watch, type FSWatcher } from "node:fs";
import type { Release } from "#engine/ports";

/** Names that change within this time are told in one go, each once. */
const COALESCE_MS = 20;

/** A hint at most: where it can't watch it says nothing, and it never keeps the process alive. */
export function watchDirectory(directory: string, listener: (name: string | null) => void): Release {
  const changed = new Set<string | null>();
  let timer: NodeJS.Timeout | null = null;
  const tell = (): void => {
    timer = null;
    const names = [...changed];
    changed.clear();
    for (const name of names) listener(name);
  };
  let watcher: FSWatcher;
  try {
    watcher = watch(directory, { persistent: false }, (_event, name) => {
      changed.add(name);
      timer ??= setTimeout(tell, COALESCE_MS).unref();
    });
  } catch {
    return () => undefined;
  }
  watcher.on("error", () => undefined);
  return () => {
    watcher.close();
    if (timer !== null) clearTimeout(timer);
  };
}
