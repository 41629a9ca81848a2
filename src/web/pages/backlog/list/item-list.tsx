import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, type CSSProperties } from "react";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { ItemRow, type RowHandlers } from "#web/pages/backlog/list/item-row";
import type { GroupRow, ListRow } from "#web/pages/backlog/list/list-rows";
import { Button } from "#web/ui/button";
import { Glyph } from "#web/ui/glyph";
import { Icon } from "#web/ui/icon";

const ROW_PX = 32;
const OVERSCAN = 12;

interface ItemListProps extends RowHandlers {
  readonly projectId: string;
  readonly rows: readonly ListRow[];
  readonly facts: BacklogFacts;
  readonly hrefOf: (id: string) => string;
  readonly open: string | null;
  readonly cursor: string | null;
  /** The cursor is drawn. */
  readonly marked: boolean;
  readonly selected: readonly string[];
  readonly drafts: ReadonlySet<string>;
  /** The bars of priority stand in the rows where no head has them. */
  readonly bars: boolean;
  /** Tab, while an item is open: into the panel. */
  readonly onEnter: () => void;
  readonly onFold: () => void;
  readonly onSweep: () => void;
  /** Why the done ones can't be swept now. */
  readonly sweepRefused: string | false;
}

/** The rows that can be seen, of any number; heads of groups stick to the top, and the row of the keys is always there. */
export function ItemList(props: ItemListProps) {
  const { rows, facts, cursor, selected } = props;
  const pane = useRef<HTMLDivElement>(null);
  const heads = useMemo(() => rows.flatMap((row, at) => (row.kind === "group" ? [at] : [])), [rows]);
  const cursorAt = useMemo(
    () => (cursor === null ? -1 : rows.findIndex((row) => row.kind === "item" && row.item.id === cursor)),
    [rows, cursor],
  );
  const { virtualizer, stuck } = useRows(pane, rows, heads, cursorAt);
  useCursorInView(pane, virtualizer, cursor, cursorAt, props.marked);
  const chosen = useMemo(() => new Set(selected), [selected]);
  const total = useMemo(() => rows.filter(({ kind }) => kind === "item").length, [rows]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Tab leads from the open row into its panel
    <div
      className="list grow scroll"
      ref={pane}
      role="region"
      aria-label="Backlog items"
      tabIndex={0}
      onKeyDown={(event) => {
        const onRow = event.target instanceof Element && event.target.matches("[data-item] > a");
        if (event.key !== "Tab" || event.shiftKey || !onRow || props.open === null) return;
        event.preventDefault();
        props.onEnter();
      }}
      style={{ "--id-width": `${facts.idLength}ch` } as CSSProperties}
    >
      <ul style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          if (row.kind === "group")
            return <GroupHead key={row.key} row={row} top={index === stuck ? null : start} {...props} />;
          const { item, place } = row;
          return (
            <ItemRow
              key={item.id}
              projectId={props.projectId}
              item={item}
              facts={facts}
              href={props.hrefOf(item.id)}
              top={start}
              place={place}
              of={total}
              open={item.id === props.open}
              cursor={index === cursorAt}
              marked={props.marked && index === cursorAt}
              selected={selected.length === 0 ? undefined : chosen.has(item.id)}
              draft={props.drafts.has(item.id)}
              bars={props.bars}
              onOpen={props.onOpen}
              onSelect={props.onSelect}
            />
          );
        })}
      </ul>
    </div>
  );
}

function useRows(
  pane: React.RefObject<HTMLDivElement | null>,
  rows: readonly ListRow[],
  heads: readonly number[],
  cursorAt: number,
) {
  const stuck = useRef(-1);
  const rangeExtractor = useCallback(
    (range: Range) => {
      stuck.current = heads.findLast((at) => at <= range.startIndex) ?? -1;
      const shown = new Set(defaultRangeExtractor(range));
      for (const at of [stuck.current, cursorAt]) if (at >= 0) shown.add(at);
      return [...shown].sort((a, b) => a - b);
    },
    [heads, cursorAt],
  );
  // oxlint-disable-next-line react/incompatible-library -- its rows are made anew on each scroll
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: () => ROW_PX,
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: OVERSCAN,
    scrollPaddingStart: heads.length > 0 ? ROW_PX : 0,
    rangeExtractor,
  });
  // The extractor runs while the rows are asked for: only then is it known which head sticks.
  virtualizer.getVirtualItems();
  return { virtualizer, stuck: stuck.current };
}

/** The row of the keys is shown and has the focus; one that the pointer set takes it only where nothing else has it. */
function useCursorInView(
  pane: React.RefObject<HTMLDivElement | null>,
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
  cursor: string | null,
  cursorAt: number,
  marked: boolean,
): void {
  useEffect(() => {
    if (cursorAt < 0 || cursor === null) return;
    virtualizer.scrollToIndex(cursorAt, { align: "auto" });
    const focused = document.activeElement;
    if (marked || focused === document.body || pane.current?.contains(focused) === true) focusRow(cursor);
    // Only when the keys went on: rows that come and go must not move the page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [cursor]);
}

/** Gives an item's row, or its node in the graph, the focus. */
export function focusRow(itemId: string): void {
  const id = CSS.escape(itemId);
  document
    .querySelector<HTMLElement>(`[data-item="${id}"] > a, [data-node="${id}"]`)
    ?.focus({ preventScroll: true });
}

interface GroupHeadProps extends Pick<ItemListProps, "onFold" | "onSweep" | "sweepRefused"> {
  readonly row: GroupRow;
  /** Null: it sticks. */
  readonly top: number | null;
}

function GroupHead({ row, top, onFold, onSweep, sweepRefused }: GroupHeadProps) {
  const { title, count, priority, folded } = row;
  return (
    <li className="group" style={top === null ? undefined : { position: "absolute", top }}>
      {priority !== undefined && (
        <Glyph name={`p${priority}`} color={priority === 1 ? "var(--text)" : "var(--text-2)"} />
      )}
      {folded === undefined ? (
        <h2 className="group-t">{title}</h2>
      ) : (
        <h2 className="group-t">
          <button type="button" className="fold" aria-expanded={!folded} onClick={onFold}>
            <Icon of={folded ? ChevronRight : ChevronDown} small />
            {title}
          </button>
        </h2>
      )}
      <span className="count">{count.toLocaleString("en")}</span>
      {folded !== undefined && (
        <>
          <span className="grow" />
          <Button size="sm" kind="ghost" disabled={sweepRefused} onClick={onSweep}>
            Sweep to the archive
          </Button>
        </>
      )}
    </li>
  );
}
