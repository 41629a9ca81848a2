import { useEffect, useRef, useState } from "react";

const SETTLE_MS = 250;

/** What is typed acts at once and goes into the address when the typing rests: one step back undoes it all. */
export function useFilterText(
  settled: string,
  settle: (text: string) => void,
): readonly [text: string, type: (text: string) => void] {
  const [text, setText] = useState(settled);
  /** What the address said last, and what was last sent there. */
  const [seen, setSeen] = useState(settled);
  const [sent, setSent] = useState(settled);
  if (settled !== seen) {
    setSeen(settled);
    // The address went another way: back, or a link.
    if (settled !== sent) {
      setSent(settled);
      setText(settled);
    }
  }
  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(() => {
      setSent(text);
      latest.current(text);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return [text, setText];
}
