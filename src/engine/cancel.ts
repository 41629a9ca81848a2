import type { CancelCause, CancelToken } from "#engine/ports";

export interface CancelSource {
  readonly token: CancelToken;
  /** The first call counts, later ones do nothing. */
  cancel(cause: CancelCause): void;
}

/** The giving end of a CancelToken; a listener that throws can't keep the others from hearing. */
export function createCancelSource(): CancelSource {
  const listeners = new Set<(cause: CancelCause) => void>();
  let cause: CancelCause | null = null;
  const token: CancelToken = {
    get cause() {
      return cause;
    },
    onCancel(listener) {
      if (cause !== null) {
        listener(cause);
        return () => undefined;
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    token,
    cancel(first) {
      if (cause !== null) return;
      cause = first;
      const heard = [...listeners];
      listeners.clear();
      for (const listener of heard) {
        try {
          listener(first);
        } catch {
          // A deaf listener is its own affair.
        }
      }
    },
  };
}
