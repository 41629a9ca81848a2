import { clsx } from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon";
import { Kbd } from "#web/ui/kbd";
import type { MenuEntry, MenuPart } from "#web/ui/menu";

interface MenuBodyProps {
  readonly trigger: ReactNode;
  readonly entries: readonly MenuPart[];
  readonly align: "start" | "end";
}

/** Opens as it comes: it was asked for. */
export function MenuBody({ trigger, entries, align }: MenuBodyProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={placeOfMenus()}>
        <Radix.Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
          {entries.map((entry, at) => {
            if (entry === "line") return <Radix.Separator key={`line-${at}`} className="menu-line" />;
            if ("title" in entry)
              return (
                <Radix.Label key={entry.title} className="menu-l">
                  {entry.title}
                </Radix.Label>
              );
            return <Entry key={entry.label} entry={entry} />;
          })}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  const { label, onSelect, icon, lead, hint, danger = false, disabled = false, chosen } = entry;
  return (
    <Radix.Item
      className={clsx("menu-i", danger && "danger")}
      disabled={disabled !== false}
      onSelect={onSelect}
      {...(chosen === undefined ? {} : { role: "menuitemradio", "aria-checked": chosen })}
    >
      {icon !== undefined && <Icon of={icon} small />}
      {lead}
      <span className="grow cut">{label}</span>
      {disabled !== false && <span className="faint small">{disabled}</span>}
      {chosen === true && <Icon of={Check} small />}
      {hint !== undefined && <Kbd>{hint}</Kbd>}
    </Radix.Item>
  );
}

/** In a landmark, for who goes by those; a dialog hides all that is outside of it. */
function placeOfMenus(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role="dialog"][data-state="open"], main');
}
