import { useCallback, useState } from "react";

export interface Cursor {
  /** The row that the keys act on; null: none yet. */
  readonly at: string | null;
  /** It was set by a key: it is marked. */
  readonly marked: boolean;
  readonly set: (id: string | null, marked?: boolean) => void;
  /** The row so many further, at most the last or first. */
  readonly neighbour: (by: number) => string | null;
}

/** Stays with its item when the order changes; without one, it begins at the open item, else at an end. */
export function useCursor(ids: readonly string[], open: string | null): Cursor {
  const [wanted, want] = useState<{ readonly id: string | null; readonly marked: boolean }>({
    id: null,
    marked: false,
  });
  const isThere = wanted.id !== null && ids.includes(wanted.id);
  const at = isThere ? wanted.id : open !== null && ids.includes(open) ? open : null;
  const neighbour = useCallback(
    (by: number) => {
      const from = at === null ? (by > 0 ? -1 : 0) : ids.indexOf(at);
      return ids[Math.min(Math.max(from + by, 0), ids.length - 1)] ?? null;
    },
    [ids, at],
  );
  const set = useCallback<Cursor["set"]>((id, marked = true) => want({ id, marked }), []);
  return { at, marked: isThere && wanted.marked, set, neighbour };
}
