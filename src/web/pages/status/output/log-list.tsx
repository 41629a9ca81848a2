import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { useState, type RefObject } from "react";
import { useStore } from "#web/app/store";
import { clockWithSeconds } from "#web/app/time-words";
import { markedAttempt } from "#web/pages/status/chart/chart-marks";
import type { LogLine } from "#web/pages/status/output/log-lines";

export const LINE_PX = 20;
const BAND_PX = 28;

export type LogRows = Virtualizer<HTMLDivElement, Element>;

/** Draws the lines in sight of any number. */
export function useLogRows(room: RefObject<HTMLDivElement | null>, lines: readonly LogLine[]): LogRows {
  // oxlint-disable-next-line react/incompatible-library -- its rows are made anew on each scroll
  return useVirtualizer({
    count: lines.length,
    getScrollElement: () => room.current,
    estimateSize: (at) => (lines[at]?.look === "head" ? BAND_PX : LINE_PX),
    getItemKey: (at) => lines[at]?.number ?? at,
    overscan: 12,
    paddingStart: 4,
    paddingEnd: 4,
  });
}

interface LogListProps {
  readonly rows: LogRows;
  readonly lines: readonly LogLine[];
}

export function LogList({ rows, lines }: LogListProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const fold = (number: number) => {
    const next = new Set(unfolded);
    if (!next.delete(number)) next.add(number);
    setUnfolded(next);
  };
  return (
    <ol style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start, key }) => {
        const line = lines[index];
        return line === undefined ? null : (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Line line={line} open={unfolded.has(line.number)} onFold={fold} />
          </li>
        );
      })}
    </ol>
  );
}

interface LineProps {
  readonly line: LogLine;
  readonly open: boolean;
  readonly onFold: (number: number) => void;
}

const LOOKS = { head: "hd", plain: "", good: "ok", warn: "warn", bad: "bad" } as const;

/** Cut to one line, unfolded by a click. */
function Line({ line: { atMs, number, source, text, look }, open, onFold }: LineProps) {
  const marked = useStore(markedAttempt);
  const isMarked = marked !== null && atMs !== null && atMs >= marked.fromMs - 999 && atMs <= marked.toMs;
  return (
    <div className={clsx(LOOKS[look], open && "is-open", isMarked && "is-marked")}>
      <time>{atMs !== null && clockWithSeconds(atMs)}</time>
      <b>{source}</b>
      <button type="button" tabIndex={-1} aria-expanded={open} onClick={() => onFold(number)}>
        <span>{text}</span>
      </button>
    </div>
  );
}
