import { useEffect, useRef, useState } from "react";

const WRITE_AFTER_MS = 300;

export interface Draft<T> {
  readonly draft: T;
  /** As it stands when this is called: for whoever has waited for an answer. */
  readonly now: () => T;
  readonly change: (part: Partial<T>) => void;
  /** As it was at first, and nothing is kept. */
  readonly restart: () => void;
  /** It has become real: from now on nothing is kept. */
  readonly finish: () => void;
}

/** What was typed so far, kept in the browser when its page is left; `fits` says whether a kept one is about this. */
export function useDraft<T extends object>(key: string, fresh: T, fits: (kept: T) => boolean): Draft<T> {
  const [draft, setDraft] = useState<T>(() => {
    const kept = read(key, fresh);
    return kept !== null && fits(kept) ? kept : fresh;
  });
  const standing = useRef(draft);
  useEffect(() => {
    standing.current = draft;
  });
  const latest = useRef<T | null>(null);
  const finished = useRef(false);
  useEffect(() => {
    latest.current = draft === fresh ? latest.current : draft;
    const timer = setTimeout(() => !finished.current && write(key, latest.current), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key, draft, fresh]);
  useEffect(() => {
    const keep = () => !finished.current && write(key, latest.current);
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      keep();
    };
  }, [key]);
  const forget = () => {
    latest.current = null;
    remove(key);
  };
  return {
    draft,
    now: () => standing.current,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    restart: () => {
      forget();
      setDraft(fresh);
    },
    finish: () => {
      finished.current = true;
      forget();
    },
  };
}

/** Null: none, or one of another make. */
function read<T extends object>(key: string, fresh: T): T | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    const alike =
      typeof kept === "object" &&
      kept !== null &&
      Object.keys(fresh).every((name) => name in kept) &&
      Object.keys(kept).length === Object.keys(fresh).length;
    return alike ? (kept as T) : null;
  } catch {
    return null;
  }
}

function write(key: string, draft: object | null): void {
  if (draft === null) return;
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is off or full: the draft lives as long as its page.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is off: there is none.
  }
}
