import { lazy, Suspense, useState } from "react";
import { useView } from "#web/pages/backlog/backlog-view";
import type { ItemDeeds } from "#web/pages/backlog/item-deeds";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { focusRow } from "#web/pages/backlog/list/item-list";
import { ListPane } from "#web/pages/backlog/list/list-pane";
import type { PanelAsk } from "#web/pages/backlog/panel/panel-frame";
import { SidePanel } from "#web/pages/backlog/panel/side-panel";
import { Toolbar } from "#web/pages/backlog/list/toolbar";
import { useBacklogKeys } from "#web/pages/backlog/use-backlog-keys";
import { useCursor } from "#web/pages/backlog/list/use-cursor";
import { useFilterText } from "#web/pages/backlog/list/use-filter-text";
import { useListRows } from "#web/pages/backlog/list/use-list-rows";
import { useSelection } from "#web/pages/backlog/list/use-selection";
import { SkeletonRows } from "#web/ui/skeleton";

const GraphView = lazy(async () => ({
  default: (await import("#web/pages/backlog/graph/graph-view")).GraphView,
}));
const ArchiveView = lazy(async () => ({
  default: (await import("#web/pages/backlog/archive-view")).ArchiveView,
}));

interface BacklogBodyProps {
  readonly id: string;
  readonly facts: BacklogFacts;
  readonly deeds: ItemDeeds;
  readonly live: boolean;
}

/** Below the header: what is shown of the items, and the panel beside it. */
export function BacklogBody({ id, facts, deeds, live }: BacklogBodyProps) {
  const state = useView(id);
  const { view, change } = state;
  const [text, setText] = useFilterText(view.text, (q) => change({ q }));
  const rows = useListRows(facts, view, text);
  const cursor = useCursor(rows.ids, view.open);
  const selection = useSelection(rows.ids);
  const asking = useAsking(view.open);
  const leave = () => backToRow(view.mode === "graph" ? view.open : cursor.at);
  const open = (item: string) => (cursor.set(item, false), change({ item }));
  const close = () => (change({ item: undefined }), leave());
  useBacklogKeys({ state, facts, deeds, cursor, selection, ask: asking.onAsk, close, text, onText: setText });
  if (view.mode === "archive")
    return (
      <Suspense fallback={<SkeletonRows />}>
        <ArchiveView id={id} facts={facts} live={live} onBack={() => change({ view: undefined })} />
      </Suspense>
    );
  const shared = { id, facts, deeds, live, state };
  const filter = { text, onText: setText };
  return (
    <>
      <Toolbar
        view={view}
        counts={rows.counts}
        onChange={change}
        onLeave={() => cursor.set(rows.ids[0] ?? null)}
        {...filter}
      />
      <div className="body">
        {view.mode === "graph" ? (
          <Suspense fallback={<div className="grow" />}>
            <GraphView
              projectId={id}
              facts={facts}
              found={rows.found}
              view={view}
              onSelect={(item) => change({ item }, { replace: view.open !== null })}
            />
          </Suspense>
        ) : (
          <ListPane
            rows={rows}
            cursor={cursor}
            selection={selection}
            onEnter={() => asking.onAsk("panel")}
            {...shared}
            {...filter}
          />
        )}
        <SidePanel onOpen={open} onClose={close} onLeave={leave} {...shared} {...asking} />
      </div>
    </>
  );
}

/** The focus goes back to the list. */
function backToRow(itemId: string | null): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement) activeElement.blur();
  if (itemId !== null) focusRow(itemId);
}

/** What a key wants of the panel, until it is done; beside the graph it makes the panel whole. */
function useAsking(open: string | null) {
  const [ask, onAsk] = useState<PanelAsk | null>(null);
  const [whole, setWhole] = useState<string | null>(null);
  if (ask !== null && whole !== open) setWhole(open);
  const [onAsked] = useState(() => () => onAsk(null));
  return { ask, onAsk, onAsked, whole };
}
