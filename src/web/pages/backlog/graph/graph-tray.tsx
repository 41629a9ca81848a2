import { clsx } from "clsx";
import { useState } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { visibleText } from "#core/text/visible-text";
import { ItemGlyph, PriorityBars } from "#web/ui/glyph";

const SHOWN = 60;

interface GraphTrayProps {
  readonly items: readonly BacklogItem[];
  readonly facts: BacklogFacts;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

/** The items that nobody waits for and that wait for nobody. */
export function GraphTray({ items, facts, selected, onSelect }: GraphTrayProps) {
  const [all, setAll] = useState(false);
  if (items.length === 0) return null;
  return (
    <div className="tray" tabIndex={0} role="region" aria-label="Items without open dependencies">
      <h2 className="group">
        <span>Nothing in the way</span>
        <span className="count">{items.length.toLocaleString("en")}</span>
      </h2>
      <ul className="tray-in">
        {(all ? items : items.slice(0, SHOWN)).map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={clsx("row", item.id === selected && "is-open")}
              aria-pressed={item.id === selected}
              onClick={() => onSelect(item.id)}
            >
              <ItemGlyph look={facts.lookOf(item)} />
              <span className="id">{item.id}</span>
              <PriorityBars priority={item.priority} />
              <span className="cut" title={visibleText(item.title)}>
                {visibleText(item.title)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!all && items.length > SHOWN && (
        <button type="button" className="small u more-of-it tray-more" onClick={() => setAll(true)}>
          and {(items.length - SHOWN).toLocaleString("en")} more
        </button>
      )}
    </div>
  );
}
