import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Icon } from "#web/ui/icon";
import { Kbd } from "#web/ui/kbd";

/** One primary a page; `danger` opens a dialog, `solid-danger` stands in it. */
export type ButtonKind = "default" | "primary" | "ghost" | "danger" | "solid-danger";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  /** Shown when the pointer or the keyboard is on it. */
  readonly "data-tip"?: string;
  readonly kind?: ButtonKind;
  /** sm 24 px, md 28 px, lg 32 px. */
  readonly size?: "sm" | "md" | "lg";
  readonly icon?: LucideIcon;
  /** The key that presses it, as it is written: `R`, `Ctrl ↵`. */
  readonly hint?: string | undefined;
  /** Why it can't be pressed, shown as its tooltip; absent or false: it can. */
  readonly disabled?: string | false | undefined;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = "default",
  size = "md",
  icon,
  hint,
  disabled,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const refused = typeof disabled === "string";
  return (
    <button
      type="button"
      {...rest}
      {...(refused ? { "aria-disabled": true, "data-tip": disabled, "aria-description": disabled } : {})}
      className={clsx("btn", kind !== "default" && kind, size !== "md" && size, className)}
      onClick={(event) => (refused ? event.preventDefault() : onClick?.(event))}
    >
      {icon !== undefined && <Icon of={icon} />}
      {children}
      {hint !== undefined && <Kbd>{hint}</Kbd>}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "icon"> {
  readonly icon: LucideIcon;
  /** Its name for everybody: tooltip and screen reader. */
  readonly label: string;
}

/** Only an icon; its name and key are in the tooltip. */
export function IconButton({ icon, label, hint, kind = "ghost", className, ...rest }: IconButtonProps) {
  const name = hint === undefined ? label : `${label} (${hint})`;
  return (
    <Button
      kind={kind}
      className={clsx("icon", className)}
      aria-label={name}
      data-tip={name}
      icon={icon}
      {...rest}
    />
  );
}
