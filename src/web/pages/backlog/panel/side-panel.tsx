import { X } from "lucide-react";
import { lazy, Suspense } from "react";
import { NEW_ITEM, type ViewState } from "#web/pages/backlog/backlog-view";
import type { ItemDeeds } from "#web/pages/backlog/item-deeds";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { ItemPanel } from "#web/pages/backlog/panel/item-panel";
import { NewPanel } from "#web/pages/backlog/panel/new-panel";
import { PanelFrame, type PanelAsk } from "#web/pages/backlog/panel/panel-frame";
import { IconButton } from "#web/ui/button";

const GraphPanel = lazy(async () => ({
  default: (await import("#web/pages/backlog/panel/graph-panel")).GraphPanel,
}));

interface SidePanelProps {
  readonly id: string;
  readonly state: ViewState;
  readonly facts: BacklogFacts;
  readonly deeds: ItemDeeds;
  readonly live: boolean;
  readonly ask: PanelAsk | null;
  readonly onAsk: (ask: PanelAsk) => void;
  readonly onAsked: () => void;
  /** Beside the graph: the item that is shown whole. */
  readonly whole: string | null;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

/** The open item; beside the graph first its relations alone. */
export function SidePanel({ id, state, onAsk, whole, onOpen, onClose, ...rest }: SidePanelProps) {
  const { view } = state;
  const { facts, live, deeds, ask, onAsked, onLeave } = rest;
  const { open } = view;
  if (open === null) return null;
  const shared = { projectId: id, facts, ask, onAsked, onLeave, onClose, onOpen };
  if (open === NEW_ITEM) return <NewPanel {...shared} onCreated={(item) => onOpen(item.id)} />;
  const item = facts.byId.get(open);
  if (item === undefined) return <GonePanel id={open} {...shared} />;
  if (view.mode === "graph" && whole !== open)
    return (
      <Suspense fallback={<section className="panel graph-panel" />}>
        <GraphPanel
          item={item}
          facts={facts}
          onOpen={onOpen}
          onWhole={() => onAsk("panel")}
          onAnswer={() => onAsk("answer")}
          onClose={onClose}
        />
      </Suspense>
    );
  return <ItemPanel key={item.id} item={item} live={live} deeds={deeds} {...shared} />;
}

interface GonePanelProps extends Pick<SidePanelProps, "facts" | "ask" | "onAsked" | "onClose" | "onLeave"> {
  readonly id: string;
}

function GonePanel({ id, facts, onClose, ...frame }: GonePanelProps) {
  return (
    <PanelFrame label={`Item ${id}`} {...frame}>
      <div className="panel-h">
        <span className="id cut">{id}</span>
        <span className="grow" />
        <IconButton size="sm" icon={X} label="Close" hint="Esc" onClick={onClose} />
      </div>
      <div className="words">
        <h2 className="any">There is no item {id}</h2>
        <p className="dim">
          {facts.isDone(id)
            ? "It was done, and swept to the archive."
            : "It was deleted, or swept to the archive."}
        </p>
      </div>
    </PanelFrame>
  );
}
