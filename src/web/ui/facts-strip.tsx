import type { ReactNode } from "react";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** Beside the figure, faint. */
  readonly context?: ReactNode;
  readonly tone?: "success" | "warning" | "danger";
}

/** Six or seven figures, label above; no tiles. */
export function FactsStrip({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value, context, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b className={tone}>{value}</b>{" "}
            {context !== undefined && <span className="small faint">{context}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
