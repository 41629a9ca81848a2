import { BacklogEmpty } from "#web/pages/backlog/list/backlog-empty";
import { NEW_ITEM, type ViewState } from "#web/pages/backlog/backlog-view";
import { useDraftIds } from "#web/pages/backlog/drafts";
import { BUSY, type ItemDeeds } from "#web/pages/backlog/item-deeds";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { ItemList } from "#web/pages/backlog/list/item-list";
import { BulkBar, ListFoot } from "#web/pages/backlog/list/list-foot";
import type { Cursor } from "#web/pages/backlog/list/use-cursor";
import type { ShownRows } from "#web/pages/backlog/list/use-list-rows";
import { useRowHandlers } from "#web/pages/backlog/list/use-row-handlers";
import type { Selection } from "#web/pages/backlog/list/use-selection";

interface ListPaneProps {
  readonly id: string;
  readonly facts: BacklogFacts;
  readonly deeds: ItemDeeds;
  readonly live: boolean;
  readonly state: ViewState;
  readonly rows: ShownRows;
  readonly cursor: Cursor;
  readonly selection: Selection;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Into the panel. */
  readonly onEnter: () => void;
}

/** The list with its foot, or what stands in the place of an empty one. */
export function ListPane(props: ListPaneProps) {
  const { id, facts, deeds, live, state, rows, cursor, selection, text, onText, onEnter } = props;
  const { view, change, hrefOf } = state;
  const handlers = useRowHandlers({ change, cursor, selection });
  const drafts = useDraftIds(id, facts.byId);
  // The done ones alone, folded, would look like an empty page.
  const isEmpty = rows.ids.length === 0 && rows.counts.open === 0;
  return (
    <div className="grow list-col">
      {isEmpty ? (
        <div className="grow scroll">
          <BacklogEmpty
            facts={facts}
            view={view}
            text={text}
            live={live}
            onText={onText}
            onChange={change}
            onNew={() => change({ item: NEW_ITEM })}
            onSweep={deeds.sweep}
          />
        </div>
      ) : (
        <ItemList
          projectId={id}
          rows={rows.rows}
          facts={facts}
          hrefOf={hrefOf}
          open={view.open}
          cursor={cursor.at}
          marked={cursor.marked}
          selected={selection.ids}
          drafts={drafts}
          bars={view.sort !== "priority"}
          {...handlers}
          onEnter={onEnter}
          onFold={rows.foldDone}
          onSweep={deeds.sweep}
          sweepRefused={live && BUSY}
        />
      )}
      {selection.ids.length > 0 ? (
        <BulkBar facts={facts} selection={selection} deeds={deeds} shown={rows.ids.length} />
      ) : (
        <ListFoot projectId={id} facts={facts} />
      )}
    </div>
  );
}
