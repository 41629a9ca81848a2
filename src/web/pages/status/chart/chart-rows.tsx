import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { memo, useEffect, useRef, useState } from "react";
import { workedMs, type Attempt, type AttemptOutcome, type ChartRow } from "#core/status/run-chart-shape";
import { clockTime, lengthWords } from "#web/app/time-words";
import { markedAttempt } from "#web/pages/status/chart/chart-marks";
import { visibleText } from "#core/text/visible-text";
import { tokenWords } from "#web/pages/status/figures";
import { place, type ChartSpan } from "#web/pages/status/chart/chart-span";
import type { RunView } from "#web/pages/status/use-run";
import { Glyph, ItemGlyph, itemLook, TONE_COLORS, type ItemLook } from "#web/ui/glyph";

const VIRTUAL_ABOVE = 60;
const VIRTUAL_ROW_PX = 12;

interface ChartRowsProps {
  readonly view: RunView;
  readonly span: ChartSpan;
  readonly compact: boolean;
}

/** The rows; more than sixty are low, and only those in sight are drawn. The one under way is kept in sight. */
export function ChartRows({ view, span, compact }: ChartRowsProps) {
  // As state: whoever draws the rows in sight must hear of it, and is drawn before it is there.
  const [room, setRoom] = useState<HTMLDivElement | null>(null);
  const { rows } = view.run;
  const many = rows.length > VIRTUAL_ABOVE;
  useEndInSight(room, rows.length, view.live);
  return (
    <div
      ref={setRoom}
      className={clsx("c-rows scroll", many && "is-many")}
      tabIndex={0}
      role="group"
      aria-label="Items of this run"
    >
      {many ? (
        <VirtualRows view={view} span={span} compact={compact} room={room} />
      ) : (
        <ul>
          {rows.map((row) => (
            <OneRow key={row.id} view={view} row={row} span={span} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** What is under way stands last: it is brought into sight when it comes, and when the room changes. */
function useEndInSight(room: HTMLElement | null, count: number, live: boolean): void {
  const known = useRef(0);
  useEffect(() => {
    if (known.current === count || !live || room === null) return;
    known.current = count;
    room.scrollTo({ top: room.scrollHeight });
  });
  useEffect(() => {
    if (room === null || !live) return;
    const observer = new ResizeObserver(() => room.scrollTo({ top: room.scrollHeight }));
    observer.observe(room);
    return () => observer.disconnect();
  }, [room, live]);
}

function VirtualRows({ view, span, room }: ChartRowsProps & { readonly room: HTMLDivElement | null }) {
  const { rows } = view.run;
  // oxlint-disable-next-line react/incompatible-library -- its rows are made anew on each scroll
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => room,
    estimateSize: () => VIRTUAL_ROW_PX,
    overscan: 20,
  });
  return (
    <ul style={{ height: virtual.getTotalSize(), position: "relative" }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <OneRow key={row.id} view={view} row={row} span={span} top={start} />
        );
      })}
    </ul>
  );
}

interface OneRowProps {
  readonly view: RunView;
  readonly row: ChartRow;
  readonly span: ChartSpan;
  /** Of a virtual row, px. */
  readonly top?: number;
}

function OneRow({ view, row, span, top }: OneRowProps) {
  const last = row.attempts.at(-1);
  const running = view.live && last?.outcome === "running";
  const item = view.byId.get(row.id);
  const look = item === undefined ? LOOKS[last?.outcome ?? "given_back"] : itemLook(item, false);
  return (
    <DrawnRow
      id={view.id}
      row={row}
      title={item?.title ?? row.title}
      look={look}
      live={view.live}
      running={running}
      stamp={`${row.attempts.length} ${last?.outcome ?? ""} ${last?.toMs ?? ""} ${last?.inputTokens ?? 0}`}
      fromMs={span.fromMs}
      toMs={span.toMs}
      nowMs={running ? span.nowMs : null}
      endMs={span.nowMs ?? span.toMs}
      top={top}
    />
  );
}

interface DrawnRowProps {
  readonly id: string;
  readonly row: ChartRow;
  readonly title: string;
  readonly look: ItemLook;
  readonly live: boolean;
  readonly running: boolean;
  /** Says that the row has changed, which it does in place. */
  readonly stamp: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number | null;
  readonly endMs: number;
  readonly top: number | undefined;
}

const DrawnRow = memo(
  function DrawnRow({ id, row, title, look, live, running, fromMs, toMs, nowMs, endMs, top }: DrawnRowProps) {
    const span = { fromMs, toMs, nowMs };
    const shown = row.attempts.filter((one) => (one.toMs ?? endMs) >= fromMs);
    const tries = row.attempts.at(-1)?.number ?? 1;
    const took = lengthWords(workedMs(row, nowMs ?? endMs));
    const placed = top === undefined ? {} : { position: "absolute" as const, insetInline: 0, top };
    const review = row.id === "";
    return (
      <li
        className={clsx("c-row", running && "cur")}
        style={placed}
        aria-label={`${row.id} ${title}: ${tries === 1 ? "1 attempt" : `${tries} attempts`}, ${took}`}
      >
        <span className="c-l">
          {review ? <Glyph name="reviewing" color={TONE_COLORS.info} /> : <ItemGlyph look={look} />}
          {review ? (
            <span className="id">review</span>
          ) : (
            <Link
              to="/projects/$id/backlog"
              params={{ id }}
              search={{ item: row.id }}
              className="id"
              tabIndex={-1}
            >
              {row.id}
            </Link>
          )}
          <span className="cut small" title={title}>
            {visibleText(title)}
          </span>
        </span>
        <span className="c-t">
          {shown.map((one) => (
            <Bar key={one.fromMs} row={row} attempt={one} live={live} span={span} endMs={endMs} />
          ))}
        </span>
        <span className="c-d small">
          <span className="faint">{tries > 1 && `×${tries}`}</span>
          <span className="dim">{took}</span>
        </span>
      </li>
    );
  },
  (a, b) =>
    a.stamp === b.stamp &&
    a.row === b.row &&
    a.title === b.title &&
    a.look === b.look &&
    a.live === b.live &&
    a.running === b.running &&
    a.fromMs === b.fromMs &&
    a.toMs === b.toMs &&
    a.nowMs === b.nowMs &&
    a.top === b.top,
);

interface BarProps {
  readonly row: ChartRow;
  readonly attempt: Attempt;
  readonly live: boolean;
  readonly span: ChartSpan;
  readonly endMs: number;
}

function Bar({ row, attempt, live, span, endMs }: BarProps) {
  const { number, fromMs, inputTokens, outputTokens } = attempt;
  // What was under way when the process died, or ended at a limit, was given back.
  const outcome = attempt.outcome === "running" && !live ? "given_back" : attempt.outcome;
  const toMs = attempt.toMs ?? endMs;
  const left = Math.max(0, place(fromMs, span));
  const width = Math.max(0, place(toMs, span) - left);
  const tokens =
    inputTokens + outputTokens === 0
      ? ""
      : `, ${tokenWords(inputTokens)} in, ${tokenWords(outputTokens)} out`;
  const who = row.id === "" ? "Review" : `${row.id} attempt ${number}`;
  return (
    <i
      className={clsx("b", BARS[outcome])}
      style={{ left: `${left}%`, width: `max(3px, calc(${width.toFixed(2)}% - 1px))` }}
      data-tip={`${who}: ${WORDS[outcome]}, ${clockTime(fromMs)} to ${clockTime(toMs)}${tokens}`}
      onPointerEnter={() => markedAttempt.set({ itemId: row.id, number, fromMs, toMs })}
      onPointerLeave={() => markedAttempt.set(null)}
    />
  );
}

const BARS: Readonly<Record<AttemptOutcome, string>> = {
  running: "now",
  done: "done",
  no_signal: "none",
  given_back: "none",
  limit: "limit",
  needs_human: "human",
  blocked: "blocked",
  deferred: "deferred",
};

const WORDS: Readonly<Record<AttemptOutcome, string>> = {
  running: "running",
  done: "done",
  no_signal: "no signal",
  given_back: "given back, no attempt counted",
  limit: "usage limit, no attempt counted",
  needs_human: "needs an answer",
  blocked: "blocked",
  deferred: "gave up",
};

/** Of an item that the backlog no longer has. */
const LOOKS: Readonly<Record<AttemptOutcome, ItemLook>> = {
  running: "in_progress",
  done: "done",
  no_signal: "pending",
  given_back: "pending",
  limit: "pending",
  needs_human: "needs_human",
  blocked: "blocked",
  deferred: "deferred",
};
