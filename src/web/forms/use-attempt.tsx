import { useRef, useState } from "react";
import { sentenceOf } from "#web/forms/sentence-of";

export interface Attempts {
  readonly busy: boolean;
  /** Why the last one was refused. */
  readonly error: string | null;
  readonly setError: (error: string | null) => void;
  readonly attempt: (deed: () => Promise<void>) => Promise<void>;
}

/** Deeds of a form, one at a time: under way, done or refused with a sentence. */
export function useAttempt(): Attempts {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const underWay = useRef(false);
  const attempt = async (deed: () => Promise<void>) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(null);
    try {
      await deed();
    } catch (refused) {
      setError(sentenceOf(refused));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { busy, error, setError, attempt };
}
