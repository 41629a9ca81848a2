import type { ReactNode } from "react";

interface TabsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: ReactNode; readonly count?: number }[];
  readonly onChange: (value: V) => void;
}

/** Two or more views of one pane; for pages use links in the header. */
export function Segments<V extends string>({ label, value, options, onChange }: TabsProps<V>) {
  return (
    <div className="seg" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className="count">{option.count}</span>}
        </button>
      ))}
    </div>
  );
}
