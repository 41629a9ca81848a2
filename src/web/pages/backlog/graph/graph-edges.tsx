import { clsx } from "clsx";
import { memo } from "react";
import {
  GRAPH_SIZES,
  type GraphLayout,
  type PlacedEdge,
  type PlacedNode,
} from "#core/backlog/graph/layer-graph";

interface GraphEdgesProps {
  readonly layout: GraphLayout;
  readonly selected: string | null;
  /** What the chosen item holds up, directly or not. */
  readonly held: ReadonlySet<string>;
  readonly stuck: boolean;
}

/** How far before a node an arrow ends, and how far an edge leads straight on before it bends; px. */
const TIP = 6;
const REACH = 28;

/** Drawn twice on top of each other: first those that merely wait, then those that the chosen item holds up. */
export const GraphEdges = memo(function GraphEdges({ layout, selected, held, stuck }: GraphEdgesProps) {
  const byId = new Map(layout.nodes.map((node) => [node.id, node]));
  const isHeld = ({ from, to }: PlacedEdge) => held.has(to) && (from === selected || held.has(from));
  const drawn = layout.edges.toSorted((a, b) => Number(isHeld(a)) - Number(isHeld(b)));
  return (
    <svg width={layout.width} height={layout.height} aria-hidden>
      <defs>
        <Marker id="arrow" color="var(--line-control)" size={7} width={1.25} />
        <Marker id="arrow-hot" color="var(--warning-solid)" size={5} width={1.5} />
        <Marker id="arrow-now" color="var(--text)" size={5} width={1.5} />
        <Marker id="arrow-circle" color="var(--danger-solid)" size={7} width={1.25} />
      </defs>
      {drawn.map((edge) => {
        const look = edge.circle ? "circle" : isHeld(edge) ? (stuck ? "hot" : "now") : null;
        return (
          <path
            key={`${edge.from} ${edge.to}`}
            className={clsx("e", look)}
            d={pathOf(edge, byId)}
            markerEnd={`url(#arrow${look === null ? "" : `-${look}`})`}
          />
        );
      })}
    </svg>
  );
});

function Marker({
  id,
  color,
  size,
  width,
}: {
  readonly id: string;
  readonly color: string;
  readonly size: number;
  readonly width: number;
}) {
  return (
    <marker id={id} viewBox="0 0 8 8" refX="5" refY="4" markerWidth={size} markerHeight={size} orient="auto">
      <path d="M1 1l4 3-4 3" fill="none" style={{ stroke: color }} strokeWidth={width} />
    </marker>
  );
}

/** From the right side of one to the left side of the other, through the gaps of the layers between. */
function pathOf({ from, to, bends }: PlacedEdge, byId: ReadonlyMap<string, PlacedNode>): string {
  const [start, end] = [byId.get(from), byId.get(to)];
  if (start === undefined || end === undefined) return "";
  const middle = GRAPH_SIZES.nodeHeight / 2 + 0.5;
  const half = GRAPH_SIZES.nodeWidth / 2;
  let [x, y] = [start.x + GRAPH_SIZES.nodeWidth, start.y + middle];
  let path = `M${x} ${y}`;
  for (const bend of bends) {
    // Level across the layer that it passes.
    path += curve(x, y, bend.x - half, bend.y) + `H${bend.x + half}`;
    [x, y] = [bend.x + half, bend.y];
  }
  return path + curve(x, y, end.x - TIP, end.y + middle);
}

const curve = (x: number, y: number, toX: number, toY: number): string =>
  `C${x + REACH} ${y} ${toX - REACH + 4} ${toY} ${toX} ${toY}`;
