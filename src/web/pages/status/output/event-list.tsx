import { ListFilter, MessageSquare } from "lucide-react";
import { clsx } from "clsx";
import { memo, useEffect, useRef, useState } from "react";
import type { EventType } from "#contracts/event-types";
import { asksHuman } from "#web/app/answers";
import { useStore } from "#web/app/store";
import { clockTime } from "#web/app/time-words";
import { markedAttempt } from "#web/pages/status/chart/chart-marks";
import { cutWords, rawWords, toldWords, type EventWords } from "#web/pages/status/output/event-words";
import type { RunView } from "#web/pages/status/use-run";
import { AnswerBox } from "#web/ui/answer-box";
import { Button } from "#web/ui/button";
import { Glyph, TONE_COLORS } from "#web/ui/glyph";
import { Icon } from "#web/ui/icon";

interface EventListProps {
  readonly view: RunView;
  /** The item whose question is being answered here. */
  readonly answering: string | null;
  readonly onAnswer: (itemId: string | null) => void;
}

interface Entry {
  readonly key: string;
  readonly atMs: number;
  readonly words: EventWords;
  readonly itemId: string;
  /** Its question is still open. */
  readonly asks: boolean;
}

/** More at a time than anybody sees, few enough that a night doesn't weigh on the page. */
const SHOWN = 50;

/** What happened to items and run, newest first. */
export function EventList({ view, answering, onAnswer }: EventListProps) {
  const [all, setAll] = useState(false);
  const [shown, setShown] = useState(SHOWN);
  const list = useRef<HTMLOListElement>(null);
  const entries = all ? allEntries(view) : toldEntries(view);
  const asked = entries.findIndex(({ asks, itemId }) => asks && itemId === answering);
  const drawn = entries.slice(0, Math.max(shown, asked + 1));
  useEffect(() => {
    if (answering !== null)
      list.current?.querySelector(`[data-answer]`)?.scrollIntoView({ block: "nearest" });
  }, [answering]);
  return (
    <aside className="col rcol" aria-label="Events">
      <div className="sub-h">
        <h2>Events</h2>
        <span className="faint small">newest first</span>
        <span className="grow" />
        <Button size="sm" kind="ghost" icon={ListFilter} aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? "Items only" : "All kinds"}
        </Button>
      </div>
      {entries.length === 0 ? (
        <p className="tl-none faint">What happens to the items stands here.</p>
      ) : (
        <ol ref={list} className="tl scroll grow" tabIndex={0} aria-label="Events, newest first">
          {drawn.map((entry) => (
            <OneEvent
              key={entry.key}
              projectId={view.id}
              entry={entry}
              stamp={`${entry.asks} ${entry.words.text} ${entry.words.sub ?? ""}`}
              answering={entry.asks && answering === entry.itemId}
              onAnswer={onAnswer}
            />
          ))}
          {entries.length > drawn.length && (
            <li>
              <Button
                className="tl-more"
                size="sm"
                kind="ghost"
                onClick={() => setShown(drawn.length + SHOWN)}
              >
                {`${entries.length - drawn.length} earlier`}
              </Button>
            </li>
          )}
        </ol>
      )}
    </aside>
  );
}

/** Newest first. What led to an item's end is told by the end: attempts of it are left out. */
function toldEntries({ run, live, byId }: RunView): readonly Entry[] {
  const settled = new Set<string>();
  const entries: Entry[] = [];
  for (const told of run.told.toReversed()) {
    const { event, itemId, id, atMs } = told;
    if (itemId !== "" && settled.has(itemId) && ON_THE_WAY.has(event.type)) continue;
    const first = !settled.has(itemId);
    if (SETTLES.has(event.type)) settled.add(itemId);
    const item = byId.get(itemId);
    const asks = event.type === "needs_human" && first && item !== undefined && asksHuman(item);
    entries.push({ key: `${id} ${event.type}`, atMs, words: toldWords(told, run, live), itemId, asks });
  }
  return entries;
}

const SETTLES: ReadonlySet<EventType> = new Set(["item_completed", "item_blocked", "needs_human"]);
const ON_THE_WAY: ReadonlySet<EventType> = new Set([
  "llm_spawned",
  "item_retried",
  "usage_limit_hit",
  "llm_exited",
]);

function allEntries({ stream, run, live }: RunView): readonly Entry[] {
  const told = new Map(run.told.map((one) => [one.id, one]));
  return stream.events.toReversed().map(({ id, event }) => {
    const known = told.get(id);
    return {
      key: id,
      atMs: Date.parse(event.timestamp),
      words: known === undefined ? rawWords(event) : toldWords(known, run, live),
      itemId: "itemId" in event ? event.itemId : "",
      asks: false,
    };
  });
}

interface OneEventProps {
  readonly projectId: string;
  readonly entry: Entry;
  /** Says that the words have changed. */
  readonly stamp: string;
  readonly answering: boolean;
  readonly onAnswer: (itemId: string | null) => void;
}

const OneEvent = memo(
  function OneEvent({ projectId, entry, answering, onAnswer }: OneEventProps) {
    const { words, itemId, atMs, asks } = entry;
    const marked = useStore(markedAttempt);
    const isMarked =
      marked !== null && marked.itemId === itemId && atMs >= marked.fromMs && atMs <= marked.toMs + 1_000;
    return (
      <li className={clsx(isMarked && "is-marked")}>
        <Sign of={words.sign} />
        <span title={words.text}>
          {words.itemId !== undefined && <b className="med">{words.itemId} </b>}
          {cutWords(words.text)}
        </span>
        <time>{clockTime(atMs)}</time>
        {words.sub !== undefined && words.sub !== "" && (
          <span className="sub" title={words.sub}>
            {cutWords(words.sub)}
          </span>
        )}
        {asks && (
          <span className="sub">
            {answering ? (
              <AnswerBox projectId={projectId} itemId={itemId} autoFocus onKept={() => onAnswer(null)} />
            ) : (
              <span className="tl-act">
                <Button size="sm" icon={MessageSquare} onClick={() => onAnswer(itemId)}>
                  Answer
                </Button>
              </span>
            )}
          </span>
        )}
      </li>
    );
  },
  (a, b) => a.stamp === b.stamp && a.answering === b.answering && a.entry.key === b.entry.key,
);

function Sign({ of: sign }: { readonly of: EventWords["sign"] }) {
  if (!("glyph" in sign)) return <Icon of={sign} />;
  return (
    <Glyph
      name={sign.glyph}
      color={TONE_COLORS[sign.tone]}
      {...(sign.label !== undefined && { label: sign.label })}
    />
  );
}
