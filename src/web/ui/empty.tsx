import type { ReactNode } from "react";

interface EmptyProps {
  readonly title: ReactNode;
  /** What belongs here. */
  readonly children?: ReactNode;
  /** Buttons; the first is the one thing to do. */
  readonly actions?: ReactNode;
}

/** What belongs in a place that is empty, and the one thing to do about it. */
export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div className="em">
      <h2>{title}</h2>
      {typeof children === "string" ? <p className="dim">{children}</p> : children}
      {actions !== undefined && <div className="ea">{actions}</div>}
    </div>
  );
}
