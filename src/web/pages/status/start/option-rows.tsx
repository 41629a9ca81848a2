import type { ReactNode } from "react";
import { Check, TextField } from "#web/ui/field";

interface RowProps {
  readonly label: string;
  readonly fault?: string | undefined;
  readonly children: ReactNode;
}

/** One line of options: what they are, the fields, and what is wrong with them. */
export function Row({ label, fault, children }: RowProps) {
  return (
    <>
      <span className="o-l" aria-hidden>
        {label}
      </span>
      <div className="r">{children}</div>
      {fault !== undefined && (
        <p className="o-f danger small" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

interface CheckRowProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  /** What it means when it is on, and when it is off. */
  readonly yes: ReactNode;
  readonly no: ReactNode;
}

export function CheckRow({ label, on, onChange, yes, no }: CheckRowProps) {
  return (
    <Row label={label}>
      <Check label={label} hideLabel on={on} onChange={onChange} />
      <span className={on ? undefined : "dim"}>{on ? yes : no}</span>
    </Row>
  );
}

interface ShortFieldProps {
  readonly label: string;
  readonly width: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly bad: boolean;
  readonly focus?: boolean;
}

/** Room for a number. */
export function ShortField({ label, width, bad, focus = false, ...field }: ShortFieldProps) {
  return (
    <span className="short" style={{ width }}>
      <TextField
        small
        label={label}
        hideLabel
        inputMode="decimal"
        autoFocus={focus}
        className={bad ? "is-bad" : undefined}
        aria-invalid={bad}
        {...field}
      />
    </span>
  );
}

/** Where a value comes from: what was changed here holds for this run alone. */
export function originWords(changed: boolean, from: string): string {
  return changed ? "for this run" : from;
}
