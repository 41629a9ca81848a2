import { clsx } from "clsx";
import { ArrowDown } from "lucide-react";
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type Ref,
  type RefObject,
  type UIEventHandler,
} from "react";
import { counted } from "#web/ui/words";
import { LINE_PX, LogList, useLogRows } from "#web/pages/status/output/log-list";
import type { ShownLog } from "#web/pages/status/output/use-log-book";
import { Button } from "#web/ui/button";
import { Empty } from "#web/ui/empty";

const NEAR_END_PX = 8;
const SECOND_MS = 1000;

/** What the bar above the log can ask of it. */
export interface LogHandle {
  showTime(ms: number): void;
}

interface LogPaneProps {
  readonly log: ShownLog;
  readonly following: boolean;
  readonly onFollow: (following: boolean) => void;
  /** Lines that came since it was held. */
  readonly unseen: number;
  /** Long lines are wrapped, not cut. */
  readonly wrapped: boolean;
  /** Only the lines that contain it. */
  readonly filter: string;
  readonly ref?: Ref<LogHandle>;
}

/** The log's lines. Follows until it is scrolled back, then counts what comes. */
export function LogPane({ log, following, onFollow, unseen, wrapped, filter, ref }: LogPaneProps) {
  const room = useRef<HTMLDivElement>(null);
  const lines = filter === "" ? log.lines : log.lines.filter(({ text }) => contains(text, filter));
  const rows = useLogRows(room, lines);
  const look = useFollowing(
    room,
    {
      following,
      grown: `${log.total} ${rows.getTotalSize()}`,
      dropped: log.total - log.lines.length,
    },
    onFollow,
  );
  useImperativeHandle(ref, () => ({
    showTime(ms) {
      onFollow(false);
      const at = lines.findIndex(({ atMs }) => atMs !== null && atMs > ms - SECOND_MS);
      rows.scrollToIndex(Math.max(0, at), { align: "start" });
    },
  }));
  if (log.lines.length === 0)
    return (
      <div className="log-room">
        <Empty title="No log yet">
          Lines appear here the moment a run starts, from this page or from any terminal.
        </Empty>
      </div>
    );
  return (
    <div className="log-room">
      <div
        ref={room}
        className={clsx("log scroll", wrapped && "is-wrapped")}
        role="log"
        aria-live="off"
        aria-label="Log of the run"
        tabIndex={0}
        onScroll={look}
      >
        <LogList rows={rows} lines={lines} />
        {lines.length === 0 && <p className="log-none faint">No line contains “{filter}”.</p>}
      </div>
      {unseen > 0 && (
        <Button size="sm" className="log-new" icon={ArrowDown} hint="End" onClick={() => onFollow(true)}>
          {counted(unseen, "new line")}
        </Button>
      )}
    </div>
  );
}

/** Keeps the end in sight while following; going up stops it, reaching the end takes it up again. Returns what looks at each scroll. */
function useFollowing(
  room: RefObject<HTMLDivElement | null>,
  {
    following,
    grown,
    dropped,
  }: { readonly following: boolean; readonly grown: string; readonly dropped: number },
  onFollow: (following: boolean) => void,
): UIEventHandler<HTMLDivElement> {
  const before = useRef(0);
  const seen = useRef("");
  const gone = useRef(dropped);
  useLayoutEffect(() => {
    const shift = dropped - gone.current;
    gone.current = dropped;
    // What is being read stays where it is while lines go at the other end.
    if (!following && shift > 0) room.current?.scrollBy({ top: -shift * LINE_PX });
    const wanted = following ? grown : "";
    if (wanted === seen.current) return;
    seen.current = wanted;
    if (following) room.current?.scrollTo({ top: room.current.scrollHeight });
    before.current = room.current?.scrollTop ?? 0;
  });
  useEffect(() => {
    const element = room.current;
    if (element === null || !following) return;
    const observer = new ResizeObserver(() => element.scrollTo({ top: element.scrollHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [room, following]);
  return ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
    const atEnd = scrollTop + clientHeight >= scrollHeight - NEAR_END_PX;
    const up = scrollTop < before.current - 1;
    const down = scrollTop > before.current + 1;
    before.current = scrollTop;
    if (following && up && !atEnd) onFollow(false);
    else if (!following && down && atEnd) onFollow(true);
  };
}

function contains(text: string, filter: string): boolean {
  return text.toLowerCase().includes(filter.toLowerCase());
}
