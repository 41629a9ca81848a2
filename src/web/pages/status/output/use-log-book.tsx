import { useEffect, useState } from "react";
import { call } from "#web/api/client";
import { joinStream, snapshotOf } from "#web/api/project-stream";
import { createLogBook, type LogBook } from "#web/pages/status/output/log-lines";

const HISTORY_LINES = 5_000;

/** What a log held, and how much of it was ever there. */
export interface ShownLog {
  readonly lines: LogBook["lines"];
  readonly total: number;
}

/** The log: what the file held before the page came, then what the stream brings; null: not read yet. */
export function useLogBook(id: string): ShownLog | null {
  const [log, setLog] = useState<ShownLog | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    let read: (() => ShownLog) | null = null;
    let gaps = -1;
    const readAnew = async () => {
      read = null;
      const asked = gaps;
      const request = { params: { id }, query: { tail: HISTORY_LINES } };
      const history = await call("GET /api/projects/:id/log", request, { signal: gone.signal }).catch(
        () => [],
      );
      if (gone.signal.aborted || asked !== gaps) return;
      read = readStream(id, history);
      setLog(read());
    };
    const show = () => {
      const now = snapshotOf(id).gaps;
      if (now !== gaps) {
        gaps = now;
        void readAnew();
      } else if (read !== null) setLog(read());
    };
    const leave = joinStream(id, show);
    show();
    return () => {
      gone.abort();
      leave();
    };
  }, [id]);
  return log;
}

/** Takes over what the stream has brought since it was last asked. */
function readStream(id: string, history: readonly string[]): () => ShownLog {
  const book = createLogBook();
  const { lines, lineCount } = snapshotOf(id);
  book.addLines(history.slice(0, meets(history, lines)));
  let seenLines = lineCount - lines.length;
  let seenEvent = "";
  return () => {
    const stream = snapshotOf(id);
    const news = Math.min(stream.lineCount - seenLines, stream.lines.length);
    if (news > 0) book.addLines(stream.lines.slice(-news));
    seenLines = stream.lineCount;
    book.addEvents(stream.events.slice(stream.events.findLastIndex((one) => one.id === seenEvent) + 1));
    seenEvent = stream.events.at(-1)?.id ?? "";
    return { lines: book.lines, total: book.total };
  };
}

/** Where in the history the stream's lines begin, as far as both go; the one may be older than the other. */
export function meets(history: readonly string[], lines: readonly string[]): number {
  for (let from = 0; from < history.length; from += 1) {
    const both = Math.min(lines.length, history.length - from);
    let same = 0;
    while (same < both && history[from + same] === lines[same]) same += 1;
    if (same === both) return from;
  }
  return history.length;
}
