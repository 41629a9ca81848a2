import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { DependencyPicker } from "#web/pages/backlog/panel/dependency-picker";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { visibleText } from "#core/text/visible-text";
import { IconButton } from "#web/ui/button";
import { Glyph, ItemGlyph } from "#web/ui/glyph";

const SHOWN = 12;

interface RelationsProps {
  /** As it would be saved; id "" for a new one. */
  readonly item: BacklogItem;
  readonly facts: BacklogFacts;
  readonly onOpen: (id: string) => void;
  readonly onChange: (dependsOn: readonly string[]) => void;
  /** Whether the picker is open. */
  readonly picking: boolean;
  readonly onPicking: (picking: boolean) => void;
}

/** What the item waits for, and what it holds up. */
export function Relations({ item, facts, onOpen, onChange, picking, onPicking }: RelationsProps) {
  const { dependsOn = [] } = item;
  const held = facts.graph.holdsUp.get(item.id) ?? [];
  return (
    <div className="sec">
      <div className="sec-h">
        <h3>Waits for</h3>
        <span className="grow" />
        <DependencyPicker
          facts={facts}
          waiting={[item]}
          open={picking}
          onOpenChange={onPicking}
          onPick={(id) => {
            onPicking(false);
            onChange([...dependsOn, id]);
          }}
          trigger={<IconButton size="sm" icon={Plus} label="Add a dependency" hint="D" data-part="waits" />}
        />
      </div>
      {dependsOn.length === 0 && <p className="help">Nothing</p>}
      <ul>
        {dependsOn.map((id) => (
          <RelatedItem
            key={id}
            id={id}
            facts={facts}
            onOpen={onOpen}
            onRemove={() => onChange(dependsOn.filter((one) => one !== id))}
          />
        ))}
      </ul>
      {held.length > 0 && <HeldItems ids={held} facts={facts} onOpen={onOpen} />}
    </div>
  );
}

interface HeldItemsProps {
  readonly ids: readonly string[];
  readonly facts: BacklogFacts;
  readonly onOpen: (id: string) => void;
  /** Behind the head. */
  readonly note?: string;
}

/** The items that can't start before this one is done. */
export function HeldItems({ ids, facts, onOpen, note }: HeldItemsProps) {
  const [all, setAll] = useState(false);
  return (
    <>
      <div className="sec-h">
        <h3>Holds up</h3>
        {note !== undefined && <span className="faint">{note}</span>}
      </div>
      <ul>
        {(all ? ids : ids.slice(0, SHOWN)).map((id) => (
          <RelatedItem key={id} id={id} facts={facts} onOpen={onOpen} />
        ))}
      </ul>
      {!all && ids.length > SHOWN && (
        <button type="button" className="small u more-of-it" onClick={() => setAll(true)}>
          and {ids.length - SHOWN} more
        </button>
      )}
    </>
  );
}

interface RelatedItemProps {
  readonly id: string;
  readonly facts: BacklogFacts;
  readonly onOpen: (id: string) => void;
  readonly onRemove?: () => void;
}

/** Another item, which opens it. */
export function RelatedItem({ id, facts, onOpen, onRemove }: RelatedItemProps) {
  const item = facts.byId.get(id);
  return (
    <li className="dep">
      {item === undefined ? <LostGlyph done={facts.isDone(id)} /> : <ItemGlyph look={facts.lookOf(item)} />}
      <span className="id">{id}</span>
      {item === undefined ? (
        <span className={facts.isDone(id) ? "faint cut" : "warning cut"}>
          {facts.isDone(id) ? "In the archive" : "Not there any more: it is never done"}
        </span>
      ) : (
        <button
          type="button"
          className={item.status === "done" ? "cut dim" : "cut"}
          title={visibleText(item.title)}
          onClick={() => onOpen(id)}
        >
          {visibleText(item.title)}
        </button>
      )}
      <span className="dep-end">
        {item?.status === "in_progress" && <span className="faint small">running</span>}
        {onRemove !== undefined && (
          <IconButton
            size="sm"
            className="quiet"
            icon={X}
            label={`No longer wait for ${id}`}
            onClick={onRemove}
          />
        )}
      </span>
    </li>
  );
}

/** Of an item that isn't in the backlog. */
function LostGlyph({ done }: { readonly done: boolean }) {
  return done ? (
    <Glyph name="done" color="var(--success-solid)" label="Done" />
  ) : (
    <Glyph name="broken" color="var(--warning-solid)" label="Missing" />
  );
}
