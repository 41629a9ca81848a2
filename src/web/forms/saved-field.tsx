import { useState, type ReactNode } from "react";
import { isApiError } from "#web/api/client";
import { clockTime } from "#web/app/time-words";
import { TextArea, TextField } from "#web/ui/field";
import { announce } from "#web/ui/live";

/** Null: saved; else what is wrong. */
export type Save = (typed: string) => Promise<string | null>;

interface SavedFieldProps {
  readonly label: string;
  /** As stored. */
  readonly value: string;
  readonly save: Save;
  /** Says which value holds while a bad one stands in the field: "Still using 30." */
  readonly still: string;
  readonly mono?: boolean;
  readonly small?: boolean;
  readonly placeholder?: string;
  /** px. */
  readonly width?: number;
  readonly lines?: number;
  readonly className?: string;
  readonly help?: ReactNode;
}

/** Saves when it is left, or on Enter; a bad value stays in the field, and the text says which one still holds. Esc brings the stored one back. */
export function SavedField({ value, save, still, width, lines, small = false, ...rest }: SavedFieldProps) {
  // Null: nothing is being typed, what is stored is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const [tried, setTried] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const drop = () => {
    setTyped(null);
    setTried(null);
    setError(null);
  };
  const settle = async () => {
    if (typed === null || typed === value) return drop();
    setTried(typed);
    const refusal = await save(typed);
    setError(refusal === null ? null : `${refusal} ${still}`);
    if (refusal !== null) return;
    setTried(null);
    // What was typed meanwhile stays.
    setTyped((now) => (now === typed ? null : now));
  };
  const shared = {
    ...rest,
    value: typed ?? value,
    onChange: setTyped,
    error: error ?? undefined,
    onBlur: () => typed !== tried && void settle(),
    style: width === undefined ? {} : { width },
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
      if (event.key === "Escape") {
        event.preventDefault();
        drop();
        // Leaving saves what is typed: by then nothing is.
        const field = event.currentTarget;
        setTimeout(() => field.blur());
      } else if (event.key === "Enter" && (lines === undefined || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        void settle();
      }
    },
  };
  return lines === undefined ? (
    <TextField {...shared} small={small} hideLabel />
  ) : (
    <TextArea {...shared} hideLabel rows={lines} />
  );
}

/** Waits for a request: null when it was done, else what was refused. */
export type Saving = (send: Promise<unknown>) => Promise<string | null>;

/** `Saved 09:12` for the page's head, and what sets it. */
export function useSaved(): readonly [words: ReactNode, saving: Saving] {
  const [at, setAt] = useState<number | null>(null);
  const words = at !== null && <span className="faint small">{`Saved ${clockTime(at)}`}</span>;
  const saving = async (send: Promise<unknown>) => {
    try {
      await send;
      setAt(Date.now());
      announce("Saved");
      return null;
    } catch (error) {
      return isApiError(error) ? error.message : String(error);
    }
  };
  return [words, saving];
}
