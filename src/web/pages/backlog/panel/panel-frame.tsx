import { useEffect, useRef, type ReactNode } from "react";

/** What a key of the list wants of the panel. */
export type PanelAsk = "panel" | "title" | "waits" | "answer";

const PARTS: Readonly<Record<PanelAsk, string>> = {
  panel: '[data-part="title"]',
  title: '[data-part="title"]',
  waits: '[data-part="waits"]',
  answer: "[data-answer]",
};

interface PanelFrameProps {
  readonly label: string;
  readonly ask: PanelAsk | null;
  /** It was done. */
  readonly onAsked: () => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** The panel's place; Esc in it leads back to the list. */
export function PanelFrame({ label, ask, onAsked, onLeave, children }: PanelFrameProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (ask === null) return;
    const part = place.current?.querySelector<HTMLElement>(PARTS[ask]);
    part?.focus();
    if (ask === "waits") part?.click();
    if (ask === "title" && part instanceof HTMLTextAreaElement) part.select();
    onAsked();
  }, [ask, onAsked]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc of all that is in it
    <section
      className="panel"
      ref={place}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onLeave();
      }}
    >
      {children}
    </section>
  );
}
