import { useCallback, useEffect, useRef } from "react";
import type { ViewState } from "#web/pages/backlog/backlog-view";
import type { RowHandlers } from "#web/pages/backlog/list/item-row";
import type { Cursor } from "#web/pages/backlog/list/use-cursor";
import type { Selection } from "#web/pages/backlog/list/use-selection";

interface Used {
  readonly change: ViewState["change"];
  readonly cursor: Cursor;
  readonly selection: Selection;
}

/** The pointer in the list: a click opens, with Shift or Ctrl it selects; Ctrl on a title is the browser's own. */
export function useRowHandlers(used: Used): RowHandlers {
  const latest = useRef(used);
  useEffect(() => {
    latest.current = used;
  });
  const onOpen = useCallback<RowHandlers["onOpen"]>((id, event) => {
    const { change, cursor, selection } = latest.current;
    const onLink = event?.target instanceof Element && event.target.closest("a") !== null;
    const several = event !== undefined && (event.ctrlKey || event.metaKey);
    if (onLink && several) return;
    event?.preventDefault();
    cursor.set(id, false);
    if (several || event?.shiftKey === true) selection.toggle(id, event.shiftKey);
    else change({ item: id });
  }, []);
  const onSelect = useCallback<RowHandlers["onSelect"]>((id, range) => {
    latest.current.selection.toggle(id, range);
  }, []);
  return { onOpen, onSelect };
}
