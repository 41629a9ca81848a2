import { Maximize2, MessageSquare, X } from "lucide-react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { reachOf } from "#core/backlog/graph/dependency-graph";
import { asksHuman } from "#web/app/answers";
import { LongText } from "#web/pages/backlog/panel/editable-text";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { standing } from "#web/pages/backlog/panel/item-panel";
import { HeldItems, RelatedItem } from "#web/pages/backlog/panel/panel-relations";
import { visibleText } from "#core/text/visible-text";
import { counted } from "#web/ui/words";
import { Button, IconButton } from "#web/ui/button";
import { ItemGlyph } from "#web/ui/glyph";

interface GraphPanelProps {
  readonly item: BacklogItem;
  readonly facts: BacklogFacts;
  readonly onOpen: (id: string) => void;
  /** The whole item instead. */
  readonly onWhole: () => void;
  readonly onAnswer: () => void;
  readonly onClose: () => void;
}

/** The drawing's relations of one item as lists: what a screen reader gets of it. */
export function GraphPanel({ item, facts, onOpen, onWhole, onAnswer, onClose }: GraphPanelProps) {
  const { words, tone } = standing(item, facts);
  const held = [...reachOf(facts.graph.holdsUp, item.id)].filter((id) => id !== item.id);
  const { dependsOn = [] } = item;
  return (
    <section className="panel graph-panel" aria-label={`Item ${item.id}`}>
      <div className="panel-h">
        <ItemGlyph look={facts.lookOf(item)} />
        <span className="id">{item.id}</span>
        <span className={`small cut ${tone}`}>{words}</span>
        <span className="grow" />
        <IconButton size="sm" icon={Maximize2} label="Open the item" hint="Enter" onClick={onWhole} />
        <IconButton size="sm" icon={X} label="Close" hint="Esc" onClick={onClose} />
      </div>
      <div className="scroll grow" tabIndex={0} role="region" aria-label="Relations">
        <div className="words graph-words">
          <h2 className="any">{visibleText(item.title)}</h2>
          {item.blockedReason !== undefined && <LongText className="dim" text={item.blockedReason} />}
          {asksHuman(item) && (
            <div>
              <Button size="sm" icon={MessageSquare} hint="A" onClick={onAnswer}>
                Answer
              </Button>
            </div>
          )}
        </div>
        {held.length > 0 && (
          <div className="sec">
            <HeldItems ids={held} facts={facts} onOpen={onOpen} note={counted(held.length, "item")} />
            {item.status === "blocked" && <p className="help">{stuckWords(item, held.length)}</p>}
          </div>
        )}
        {dependsOn.length > 0 && (
          <div className="sec">
            <div className="sec-h">
              <h3>Waits for</h3>
            </div>
            <ul>
              {dependsOn.map((id) => (
                <RelatedItem key={id} id={id} facts={facts} onOpen={onOpen} />
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

function stuckWords(item: BacklogItem, held: number): string {
  const [these, stay] = held === 1 ? ["this", "stays"] : ["these", "stay"];
  if (asksHuman(item)) return `Without an answer ${these} ${stay} undone, whatever else finishes.`;
  return item.deferred === true
    ? `Until it is tried again ${these} ${stay} undone.`
    : `While it is blocked ${these} ${stay} undone, whatever else finishes.`;
}
