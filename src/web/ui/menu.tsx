import type { LucideIcon } from "lucide-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { Button, IconButton, type ButtonProps } from "#web/ui/button";

const loadBody = () => import("#web/ui/menu-body");
const Body = lazy(async () => ({ default: (await loadBody()).MenuBody }));

export interface MenuEntry {
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: LucideIcon;
  /** Before the text instead of an icon: a glyph. */
  readonly lead?: ReactNode;
  readonly hint?: string;
  readonly danger?: boolean;
  /** Why it can't be chosen; said after its text. */
  readonly disabled?: string | false;
  /** One of several: the chosen one bears a mark. */
  readonly chosen?: boolean;
}

/** `line` divides; `title` heads what follows. */
export type MenuPart = MenuEntry | "line" | { readonly title: string };

export interface MenuProps extends Omit<ButtonProps, "icon" | "onSelect"> {
  readonly entries: readonly MenuPart[];
  readonly align?: "start" | "end";
  readonly icon?: LucideIcon;
  /** Of a button that is only an icon. */
  readonly label?: string;
}

/** A button that opens a list of deeds below it; arrow keys, first letters and Esc work in it. What draws it is loaded on the way to it. */
export function Menu({ entries, align = "end", ...button }: MenuProps) {
  const [used, setUsed] = useState(false);
  const closed = (
    <MenuButton
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadBody()}
      onFocus={() => void loadBody()}
      onClick={() => setUsed(true)}
    />
  );
  if (!used) return closed;
  return (
    <Suspense fallback={closed}>
      <Body entries={entries} align={align} trigger={<MenuButton {...button} />} />
    </Suspense>
  );
}

function MenuButton({ icon, label, children, ...rest }: Omit<MenuProps, "entries" | "align">) {
  if (icon !== undefined && label !== undefined) return <IconButton icon={icon} label={label} {...rest} />;
  return (
    <Button
      {...(icon === undefined ? {} : { icon })}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...rest}
    >
      {children}
    </Button>
  );
}
