import { Maximize, Minus, Plus } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { reachOf, subgraph, type DependencyGraph } from "#core/backlog/graph/dependency-graph";
import { byUrgency } from "#core/backlog/select-item";
import { layerGraph, type GraphLayout } from "#core/backlog/graph/layer-graph";
import { useShortcuts } from "#web/app/shortcuts";
import type { BacklogView } from "#web/pages/backlog/backlog-view";
import { GraphEdges } from "#web/pages/backlog/graph/graph-edges";
import { GraphNode } from "#web/pages/backlog/graph/graph-node";
import { GraphTray } from "#web/pages/backlog/graph/graph-tray";
import { isShown } from "#web/pages/backlog/list/list-rows";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { stepInGraph } from "#web/pages/backlog/graph/graph-steps";
import { counted } from "#web/ui/words";
import { IconButton } from "#web/ui/button";
import { Empty } from "#web/ui/empty";

/** More open items than this are drawn only around the chosen one. */
const DRAWN = 200;
const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25] as const;

interface GraphViewProps {
  readonly projectId: string;
  readonly facts: BacklogFacts;
  /** What the filter lets through. */
  readonly found: readonly BacklogItem[];
  readonly view: BacklogView;
  readonly onSelect: (id: string) => void;
}

/** What blocks what, drawn: layers from left to right; what has nothing in its way lies in a tray below. */
export function GraphView({ projectId, facts, found, view, onSelect }: GraphViewProps) {
  const { open } = view;
  const shown = useMemo(
    () => found.filter((item) => item.status !== "done" && isShown(item, view.shown)),
    [found, view.shown],
  );
  const part = useMemo(() => partOf(facts, shown, open), [facts, shown, open]);
  const layout = useMemo(() => layerGraph(part.graph), [part]);
  const [zoom, setZoom] = useState(1);
  const pane = useRef<HTMLDivElement>(null);
  useGraphKeys(layout, open, onSelect);
  useSelectedInView(pane, open);
  const drawn = layout.nodes.length > 0;
  const fit = () => {
    const room = pane.current;
    if (room === null) return;
    setZoom(Math.min(1, room.clientWidth / layout.width, room.clientHeight / layout.height));
  };
  return (
    <div className="grow graph-col">
      <div className="graph-room">
        <div className="canvas scroll grow" ref={pane} role="region" aria-label="Dependencies" tabIndex={0}>
          {drawn ? (
            <Drawing
              projectId={projectId}
              facts={facts}
              layout={layout}
              part={part}
              open={open}
              zoom={zoom}
              onSelect={onSelect}
            />
          ) : (
            <NothingDrawn facts={facts} part={part} shown={shown} view={view} onSelect={onSelect} />
          )}
        </div>
        {drawn && (
          <div className="zoom">
            <IconButton
              icon={Minus}
              label="Zoom out"
              onClick={() => setZoom(ZOOMS.findLast((one) => one < zoom) ?? ZOOMS[0])}
            />
            <IconButton
              icon={Plus}
              label="Zoom in"
              onClick={() => setZoom(ZOOMS.find((one) => one > zoom) ?? 1.25)}
            />
            <IconButton icon={Maximize} label="Fit" onClick={fit} />
          </div>
        )}
      </div>
      <GraphTray items={part.free} facts={facts} selected={open} onSelect={onSelect} />
    </div>
  );
}

interface DrawingProps {
  readonly projectId: string;
  readonly facts: BacklogFacts;
  readonly layout: GraphLayout;
  readonly part: GraphPart;
  readonly open: string | null;
  readonly zoom: number;
  readonly onSelect: (id: string) => void;
}

function Drawing({ projectId, facts, layout, part, open, zoom, onSelect }: DrawingProps) {
  const held = useMemo(() => (open === null ? NOBODY : reachOf(facts.graph.holdsUp, open)), [facts, open]);
  const stuck = open !== null && facts.byId.get(open)?.status === "blocked";
  const step = (from: string, key: string) => {
    const next = stepInGraph(layout, from, key);
    if (next === null) return;
    onSelect(next);
    document.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    <>
      <div className="g-size" style={{ width: layout.width * zoom, height: layout.height * zoom }}>
        <div
          className="g-in"
          style={{ width: layout.width, height: layout.height, transform: `scale(${zoom})` }}
        >
          <GraphEdges layout={layout} selected={open} held={held} stuck={stuck} />
          {layout.nodes.map((node) => (
            <GraphNode
              key={node.id}
              projectId={projectId}
              node={node}
              facts={facts}
              selected={node.id === open}
              held={held.has(node.id) && (stuck ? "stuck" : "waits")}
              onSelect={onSelect}
              onStep={step}
            />
          ))}
        </div>
      </div>
      <Legend open={open} held={held.size > 0} stuck={stuck} part={part} layout={layout} />
    </>
  );
}

const NOBODY: ReadonlySet<string> = new Set();

interface GraphPart {
  readonly graph: DependencyGraph;
  /** Nothing in the way, and nothing held up. */
  readonly free: readonly BacklogItem[];
  /** Items that have a relation and aren't drawn. */
  readonly left: number;
  /** Too many to be drawn at once. */
  readonly tooMany: boolean;
}

/** What is drawn of all: around the chosen item when there are too many, around the found ones when there is a filter. */
function partOf(facts: BacklogFacts, shown: readonly BacklogItem[], open: string | null): GraphPart {
  const { graph } = facts;
  const related = (id: string) =>
    graph.waitsFor.has(id) || graph.holdsUp.has(id) || facts.unmet(facts.byId.get(id) ?? NO_ITEM).length > 0;
  const free = shown.filter((item) => !related(item.id)).sort(byUrgency);
  const tooMany = graph.ids.length > DRAWN;
  const seeds = tooMany ? (open === null ? [] : [open]) : shown.map(({ id }) => id).filter(related);
  const wanted = new Set(seeds.filter((id) => facts.byId.get(id)?.status !== "done" && related(id)));
  for (const id of seeds) for (const other of around(graph, id)) wanted.add(other);
  const drawn = new Set([...wanted].slice(0, DRAWN));
  return { graph: subgraph(graph, drawn), free, left: wanted.size - drawn.size, tooMany };
}

/** All that an item waits for and holds up; the nearest of both first. */
function around(graph: DependencyGraph, id: string): readonly string[] {
  const before = [...reachOf(graph.waitsFor, id)];
  const after = [...reachOf(graph.holdsUp, id)];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => [before[at], after[at]])
    .flat()
    .filter((one) => one !== undefined);
}

const NO_ITEM: BacklogItem = {
  id: "",
  type: "feature",
  priority: 2,
  title: "",
  description: "",
  acceptanceCriteria: [],
  status: "done",
  completedAt: null,
};

/** J and K walk through the drawing, column by column. */
function useGraphKeys(layout: GraphLayout, open: string | null, onSelect: (id: string) => void): void {
  const order = useMemo(
    () => layout.nodes.toSorted((a, b) => a.layer - b.layer || a.y - b.y).map(({ id }) => id),
    [layout],
  );
  const go = (by: number) => {
    const from = open === null ? -1 : order.indexOf(open);
    const next = order[from < 0 ? 0 : Math.min(Math.max(from + by, 0), order.length - 1)];
    if (next === undefined) return false;
    onSelect(next);
    return true;
  };
  useShortcuts("Backlog", { next: () => go(1), previous: () => go(-1) });
}

function useSelectedInView(pane: React.RefObject<HTMLDivElement | null>, open: string | null): void {
  useEffect(() => {
    if (open === null) return;
    const node = pane.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(open)}"]`);
    node?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (document.activeElement === document.body) node?.focus({ preventScroll: true });
  }, [pane, open]);
}

interface LegendProps {
  readonly open: string | null;
  readonly held: boolean;
  readonly stuck: boolean;
  readonly part: GraphPart;
  readonly layout: GraphLayout;
}

function Legend({ open, held, stuck, part, layout }: LegendProps) {
  return (
    <div className="over">
      {open !== null && held && (
        <span>
          <Line className={stuck ? "e hot" : "e now"} />
          held up by {open}
        </span>
      )}
      <span>
        <Line className="e" />
        waits
      </span>
      {layout.edges.some(({ circle }) => circle) && (
        <span>
          <Line className="e circle" />a circle: none of them ever starts
        </span>
      )}
      {part.tooMany && <span>only what is around {open}</span>}
      {part.left > 0 && <span>{counted(part.left, "item")} further away</span>}
    </div>
  );
}

function Line({ className }: { readonly className: string }) {
  return (
    <svg width="20" height="8" aria-hidden>
      <path className={className} d="M0 4h20" />
    </svg>
  );
}

interface NothingDrawnProps {
  readonly facts: BacklogFacts;
  readonly part: GraphPart;
  readonly shown: readonly BacklogItem[];
  readonly view: BacklogView;
  readonly onSelect: (id: string) => void;
}

const OFFERED = 6;

function NothingDrawn({ facts, part, shown, view, onSelect }: NothingDrawnProps) {
  const { graph } = facts;
  if (part.tooMany && (view.open === null || !graph.ids.includes(view.open))) {
    const most = shown
      .filter(({ id }) => graph.holdsUp.has(id))
      .toSorted((a, b) => (graph.holdsUp.get(b.id)?.length ?? 0) - (graph.holdsUp.get(a.id)?.length ?? 0))
      .slice(0, OFFERED);
    return (
      <Empty title={`${graph.ids.length.toLocaleString("en")} open items are too many to draw at once`}>
        <p className="dim">Choose one to see what it waits for and what it holds up. These hold up most:</p>
        <ul className="offered">
          {most.map((item) => (
            <li key={item.id}>
              <button type="button" className="dep" onClick={() => onSelect(item.id)}>
                <span />
                <span className="id">{item.id}</span>
                <span className="cut">{item.title}</span>
                <span className="faint small">{graph.holdsUp.get(item.id)?.length}</span>
              </button>
            </li>
          ))}
        </ul>
      </Empty>
    );
  }
  if (part.tooMany) return <Empty title={`${view.open} waits for nothing and holds up nothing`} />;
  if (view.shown === "done")
    return <Empty title="What is done is in nobody's way">The graph has the open items alone.</Empty>;
  const hidden = shown.length === 0 && graph.ids.length > 0;
  return (
    <Empty title={hidden ? "No item matches the filter" : "No open item waits for another"}>
      What an item waits for is set in its panel, or with D in the list.
    </Empty>
  );
}
