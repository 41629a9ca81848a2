import { clsx } from "clsx";
import { memo } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { PlacedNode } from "#core/backlog/graph/layer-graph";
import { useProjectStream } from "#web/api/use-stream";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { shortReason } from "#web/pages/backlog/reason-words";
import { visibleText } from "#core/text/visible-text";
import { ItemGlyph } from "#web/ui/glyph";

interface GraphNodeProps {
  readonly projectId: string;
  readonly node: PlacedNode;
  readonly facts: BacklogFacts;
  readonly selected: boolean;
  /** By the chosen item; stuck: it can't go on by itself. */
  readonly held: "stuck" | "waits" | false;
  readonly onSelect: (id: string) => void;
  /** Of an arrow key. */
  readonly onStep: (id: string, key: string) => void;
}

/** An item in the drawing: its sign, why it waits, two lines of title. */
export const GraphNode = memo(function GraphNode(props: GraphNodeProps) {
  const { projectId, node, facts, selected, held, onSelect, onStep } = props;
  const item = facts.byId.get(node.id);
  if (item === undefined) return null;
  const title = visibleText(item.title);
  return (
    <button
      type="button"
      className={clsx("n", selected && "sel", held === "stuck" && "held", held === "waits" && "held-now")}
      style={{ left: node.x, top: node.y }}
      aria-pressed={selected}
      data-node={node.id}
      onClick={() => onSelect(node.id)}
      onKeyDown={(event) => {
        if (!event.key.startsWith("Arrow")) return;
        event.preventDefault();
        onStep(node.id, event.key);
      }}
    >
      <span className="n1">
        <ItemGlyph look={facts.lookOf(item)} />
        <span className="id">{node.id}</span>
        <span className="small faint grow cut num">
          <NodeNote projectId={projectId} item={item} facts={facts} />
        </span>
      </span>
      <span className="small n2" title={title}>
        {title}
      </span>
    </button>
  );
});

function NodeNote({
  projectId,
  item,
  facts,
}: {
  readonly projectId: string;
  readonly item: BacklogItem;
  readonly facts: BacklogFacts;
}) {
  switch (item.status) {
    case "done":
      return null;
    case "in_progress":
      return <RunningNote projectId={projectId} itemId={item.id} />;
    case "blocked":
      return (
        <span className={item.needsHuman === true || item.deferred === true ? "warning" : "danger"}>
          {visibleText(shortReason(item))}
        </span>
      );
    case "pending": {
      const unmet = facts.unmet(item);
      if (unmet.length > 0) return `waits for ${unmet.join(", ")}`;
      return item.id === facts.next ? "next" : "ready";
    }
  }
}

function RunningNote({ projectId, itemId }: { readonly projectId: string; readonly itemId: string }) {
  const { session } = useProjectStream(projectId).run;
  const attempt = session?.itemId === itemId ? `, attempt ${session.attempt}` : "";
  return <span className="info">running{attempt}</span>;
}
