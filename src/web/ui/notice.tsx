import { clsx } from "clsx";
import { Info, OctagonX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon";

interface NoticeProps {
  readonly tone?: "neutral" | "info" | "warning" | "danger";
  readonly children: ReactNode;
  /** Buttons at its right. */
  readonly actions?: ReactNode;
}

const ICONS = { neutral: Info, info: Info, warning: TriangleAlert, danger: OctagonX } as const;

/** Stands where the trouble is. */
export function Notice({ tone = "neutral", children, actions }: NoticeProps) {
  return (
    <div
      className={clsx("notice", tone !== "neutral" && tone)}
      role={tone === "danger" ? "alert" : undefined}
    >
      <Icon of={ICONS[tone]} />
      <div className="grow">{children}</div>
      {actions}
    </div>
  );
}
