import { useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";

export interface RowDrag {
  /** The row under way; null: none. */
  readonly at: number | null;
  readonly start: (event: PointerEvent, at: number) => void;
}

/** Rows of a list change places as the pointer passes their middles. */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
): RowDrag {
  const [at, setAt] = useState<number | null>(null);
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  const start = (event: PointerEvent, from: number) => {
    event.preventDefault();
    let current = from;
    setAt(from);
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const above = [...(list.current?.children ?? [])].filter(
        (row, index) => index !== current && middleOf(row) < clientY,
      ).length;
      if (above === current) return;
      latest.current(current, above);
      current = above;
      setAt(above);
    };
    const ending = new AbortController();
    const end = () => {
      setAt(null);
      ending.abort();
    };
    const { signal } = ending;
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
  };
  return { at, start };
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
