import { useCallback, useEffect, useSyncExternalStore } from "react";
import { joinStream, snapshotOf, type StreamSnapshot } from "#web/api/project-stream";

/** Log lines, events and the connection of a project's stream; null: none. Its status goes into the cache of queries. */
export function useProjectStream(id: string | null): StreamSnapshot {
  const subscribe = useCallback(
    (listener: () => void) => (id === null ? () => undefined : joinStream(id, listener)),
    [id],
  );
  return useSyncExternalStore(subscribe, () => snapshotOf(id));
}

/** Keeps the cache of these projects live; the list must stay short: a browser has six connections for a server. */
export function useLiveProjects(ids: readonly string[]): void {
  const list = ids.join("\n");
  useEffect(() => {
    const leaves = list
      .split("\n")
      .filter(Boolean)
      .map((id) => joinStream(id));
    return () => {
      for (const leave of leaves) leave();
    };
  }, [list]);
}
