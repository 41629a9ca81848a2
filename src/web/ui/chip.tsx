import { clsx } from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon";
import { ItemGlyph, type ItemLook } from "#web/ui/glyph";

interface ChipProps {
  /** `plain` filled (review, auto) · `now` dark outline (next) · `outline`. */
  readonly kind?: "outline" | "plain" | "now";
  readonly children: ReactNode;
  /** With it the chip can be taken away; `removeLabel` says what that does. */
  readonly onRemove?: () => void;
  readonly removeLabel?: string;
}

export function Chip({ kind = "outline", children, onRemove, removeLabel = "Remove" }: ChipProps) {
  return (
    <span className={clsx("chip", kind !== "outline" && kind)}>
      {children}
      {onRemove !== undefined && (
        <button type="button" aria-label={removeLabel} onClick={onRemove}>
          <Icon of={X} />
        </button>
      )}
    </span>
  );
}

interface ItemChipProps {
  readonly id: string;
  readonly look: ItemLook;
  /** Read out: "waits for 012, needs an answer". */
  readonly label: string;
  readonly onOpen?: () => void;
  /** -1 where Tab should not stop at each of many. */
  readonly tabIndex?: number;
}

/** Another item: its sign and id. */
export function ItemChip({ id, look, label, onOpen, tabIndex }: ItemChipProps) {
  return (
    <button
      type="button"
      className={clsx("chip", look === "done" && "met")}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onClick={onOpen}
    >
      <ItemGlyph look={look} />
      <code>{id}</code>
    </button>
  );
}
