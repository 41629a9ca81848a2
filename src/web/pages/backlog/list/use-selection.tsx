import { useCallback, useMemo, useState } from "react";

export interface Selection {
  /** Only ids that are shown, in their order. */
  readonly ids: readonly string[];
  /** `range`: from the one that was selected last to this one. */
  readonly toggle: (id: string, range: boolean) => void;
  readonly clear: () => void;
  readonly all: () => void;
}

interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** Where a range begins. */
  readonly last: string | null;
}

const NONE: Chosen = { ids: new Set(), last: null };

/** Items that are dealt with together; one that is no longer shown falls out. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState(NONE);
  const ids = useMemo(
    () => (chosen.ids.size === 0 ? [] : shown.filter((id) => chosen.ids.has(id))),
    [shown, chosen],
  );
  const toggle = useCallback(
    (id: string, range: boolean) =>
      setChosen((before) => {
        const next = new Set(before.ids);
        const [from, to] = [shown.indexOf(before.last ?? ""), shown.indexOf(id)];
        if (range && from >= 0)
          for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
        else if (!next.delete(id)) next.add(id);
        return { ids: next, last: id };
      }),
    [shown],
  );
  const clear = useCallback(() => setChosen(NONE), []);
  const all = useCallback(() => setChosen({ ids: new Set(shown), last: null }), [shown]);
  return { ids, toggle, clear, all };
}
