import type { LucideIcon } from "lucide-react";
import { lazy, Suspense, type ReactNode } from "react";
import { createStore, useStore } from "#web/app/store";

/** What is asked before a deed. */
export interface Question {
  /** Ends with a question mark. */
  readonly title: string;
  /** The consequence: what is kept, what is lost. */
  readonly text: ReactNode;
  /** Repeats the deed, with numbers: "Purge 42 items". */
  readonly deed: string;
  readonly icon?: LucideIcon;
  /** What leaving means; "Cancel" if absent. */
  readonly leave?: string;
  /** It can't be undone: the button is red and Ctrl-Enter doesn't press it. */
  readonly destroys?: boolean;
  /** Has to be typed first: for what can't be brought back. */
  readonly typed?: string;
}

/** A question under way. */
export interface Asked {
  readonly question: Question;
  readonly answer: (yes: boolean) => void;
}

const ConfirmDialog = lazy(async () => ({ default: (await import("#web/ui/confirm-dialog")).ConfirmDialog }));

const asked = createStore<Asked | null>(null);

/** Asks before a deed: `if (await confirm({ … })) purge();` */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({
      question,
      answer: (yes) => {
        asked.set(null);
        resolve(yes);
      },
    });
  });
}

/** Once in the shell: shows what `confirm` asks. */
export function ConfirmRoom() {
  const current = useStore(asked);
  return (
    <Suspense fallback={null}>
      {current !== null && <ConfirmDialog key={current.question.title} {...current} />}
    </Suspense>
  );
}
