import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";

interface IconProps {
  readonly of: LucideIcon;
  /** 14 px, as in small buttons. */
  readonly small?: boolean;
  readonly className?: string;
}

/** A drawn icon; it says nothing to a screen reader: its button has the name. */
export function Icon({ of: Drawn, small = false, className }: IconProps) {
  return <Drawn className={clsx("i", small && "s", className)} aria-hidden />;
}
