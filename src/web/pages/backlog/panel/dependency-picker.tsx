import { Command } from "cmdk";
import { useMemo, useState, type ReactNode } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { reachOf } from "#core/backlog/graph/dependency-graph";
import { byUrgency } from "#core/backlog/select-item";
import { ranked } from "#web/palette/rank";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { visibleText } from "#core/text/visible-text";
import { ItemGlyph } from "#web/ui/glyph";
import { Popover } from "#web/ui/popover";

const OFFERED = 50;

interface DependencyPickerProps {
  readonly facts: BacklogFacts;
  /** Who is to wait. */
  readonly waiting: readonly BacklogItem[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onPick: (id: string) => void;
  readonly trigger: ReactNode;
}

/** Chooses an item to wait for; one that waits already for any of these can't be chosen, and says why. */
export function DependencyPicker({ trigger, open, onOpenChange, ...rest }: DependencyPickerProps) {
  return (
    <Popover label="Waits for" align="end" trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <Choices {...rest} />
    </Popover>
  );
}

function Choices({ facts, waiting, onPick }: Pick<DependencyPickerProps, "facts" | "waiting" | "onPick">) {
  const [text, setText] = useState("");
  const refusal = useMemo(() => refusals(facts, waiting), [facts, waiting]);
  const offered = useMemo(() => {
    const own = new Set(waiting.map(({ id }) => id));
    const had = (id: string) =>
      waiting.length > 0 && waiting.every(({ dependsOn = [] }) => dependsOn.includes(id));
    return facts.items
      .filter(({ id }) => !own.has(id) && !had(id))
      .sort((a, b) => Number(a.status === "done") - Number(b.status === "done") || byUrgency(a, b));
  }, [facts, waiting]);
  const found = useMemo(() => ranked(offered, text, ({ id, title }) => `${id} ${title}`), [offered, text]);
  return (
    <Command shouldFilter={false} loop label="Items" className="picker">
      <Command.Input
        className="input sm"
        placeholder="Title or id"
        aria-label="Title or id"
        autoFocus
        value={text}
        onValueChange={setText}
      />
      <Command.List className="picker-list" label="Items to wait for">
        {found.slice(0, OFFERED).map((item) => {
          const why = refusal(item.id);
          return (
            <Command.Item
              key={item.id}
              value={item.id}
              className="picker-i"
              disabled={why !== null}
              onSelect={() => onPick(item.id)}
            >
              <ItemGlyph look={facts.lookOf(item)} />
              <span className="id">{item.id}</span>
              <span className="cut grow" title={item.title}>
                {visibleText(item.title)}
              </span>
              {why !== null && <span className="small faint">{why}</span>}
            </Command.Item>
          );
        })}
        <Command.Empty className="menu-l">
          {offered.length === 0 ? "There is no other item" : `No item is called “${text.trim()}”`}
        </Command.Empty>
      </Command.List>
      {found.length > OFFERED && (
        <p className="menu-l">{(found.length - OFFERED).toLocaleString("en")} more: type to find one</p>
      )}
    </Command>
  );
}

/** Why an item can't be waited for: it waits for one of these itself. */
function refusals(facts: BacklogFacts, waiting: readonly BacklogItem[]): (id: string) => string | null {
  const behind = waiting.map(({ id }) => ({ id, held: reachOf(facts.graph.holdsUp, id) }));
  return (id) => {
    const first = behind.find(({ held }) => held.has(id));
    return first === undefined ? null : `waits for ${first.id}: a circle`;
  };
}
