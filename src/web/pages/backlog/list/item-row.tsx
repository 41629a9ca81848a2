import { clsx } from "clsx";
import { memo, type MouseEvent } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { useAnswers } from "#web/app/answers";
import { useProjectStream } from "#web/api/use-stream";
import { lengthWords, useNow } from "#web/app/time-words";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { shortReason } from "#web/pages/backlog/reason-words";
import { visibleText } from "#core/text/visible-text";
import { Chip, ItemChip } from "#web/ui/chip";
import { Check } from "#web/ui/field";
import { ItemGlyph, PriorityBars } from "#web/ui/glyph";

const CHIPS = 4;
const NOTE_EVERY_MS = 10_000;

/** What a row tells when it is used; they must not change from one drawing to the next. */
export interface RowHandlers {
  readonly onOpen: (id: string, event?: MouseEvent) => void;
  readonly onSelect: (id: string, range: boolean) => void;
}

interface ItemRowProps extends RowHandlers {
  readonly projectId: string;
  readonly item: BacklogItem;
  readonly facts: BacklogFacts;
  readonly href: string;
  /** In px from above. */
  readonly top: number;
  readonly place: number;
  readonly of: number;
  readonly open: boolean;
  readonly cursor: boolean;
  /** The keys have set it here: it is drawn. */
  readonly marked: boolean;
  /** Undefined: nothing is selected anywhere, and there are no boxes. */
  readonly selected: boolean | undefined;
  readonly draft: boolean;
  readonly bars: boolean;
}

/** One item: its sign, id and title, why it is where it is, what it holds up, its type. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { projectId, item, facts, href, top, place, of, open, cursor, marked, selected, draft, bars } = props;
  const { onOpen, onSelect } = props;
  const holds = facts.graph.holdsUp.get(item.id)?.length ?? 0;
  const title = visibleText(item.title);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its title is the link: for the pointer the whole row is
    <li
      className={clsx("row item-row", open && "is-open", marked && "is-cursor")}
      style={{ transform: `translateY(${top}px)` }}
      aria-setsize={of}
      aria-posinset={place}
      data-item={item.id}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a, button") !== null) return;
        onOpen(item.id, event);
      }}
    >
      {selected !== undefined && (
        <Check
          label={`Select ${item.id}`}
          hideLabel
          on={selected}
          onChange={() => onSelect(item.id, false)}
        />
      )}
      <ItemGlyph look={facts.lookOf(item)} />
      <span className="id">{item.id}</span>
      {bars && <PriorityBars priority={item.priority} />}
      <a
        className="cut"
        href={href}
        title={title}
        tabIndex={cursor ? 0 : -1}
        aria-current={open ? "true" : undefined}
        onClick={(event) => onOpen(item.id, event)}
      >
        {title}
      </a>
      {item.id === facts.next && <Chip kind="now">next</Chip>}
      {item.source === "review" && <Chip kind="plain">review</Chip>}
      {draft && <span className="draft-dot" role="img" aria-label="Not saved" data-tip="Not saved" />}
      <span className="grow" />
      <RowNote projectId={projectId} item={item} facts={facts} onOpen={onOpen} tabIndex={cursor ? 0 : -1} />
      <span className="rev small faint">{holds > 0 && `holds ${holds}`}</span>
      <span className="type small dim">{item.type}</span>
    </li>
  );
});

interface RowNoteProps {
  readonly projectId: string;
  readonly item: BacklogItem;
  readonly facts: BacklogFacts;
  readonly onOpen: RowHandlers["onOpen"];
  /** Of its chips: Tab goes through those of the cursor's row alone. */
  readonly tabIndex: number;
}

function RowNote({ projectId, item, facts, onOpen, tabIndex }: RowNoteProps) {
  switch (item.status) {
    case "done":
      return null;
    case "in_progress":
      return <WorkNote projectId={projectId} itemId={item.id} />;
    case "blocked":
      return <StuckNote projectId={projectId} item={item} />;
    case "pending":
      return <WaitChips item={item} facts={facts} onOpen={onOpen} tabIndex={tabIndex} />;
  }
}

/** How the agent is getting on: its attempt, since when. */
function WorkNote({ projectId, itemId }: { readonly projectId: string; readonly itemId: string }) {
  const { run } = useProjectStream(projectId);
  const now = useNow(NOTE_EVERY_MS);
  const { session, attemptsAllowed } = run;
  if (session === null || session.itemId !== itemId)
    return <span className="small info note">in progress</span>;
  const attempts =
    attemptsAllowed === null
      ? `attempt ${session.attempt}`
      : `attempt ${session.attempt} of ${attemptsAllowed}`;
  return (
    <span className="small info cut note">
      {attempts}, {lengthWords(now - session.startedMs)}
    </span>
  );
}

function StuckNote({ projectId, item }: { readonly projectId: string; readonly item: BacklogItem }) {
  const kept = useAnswers(projectId)[item.id]?.kept !== undefined && item.needsHuman === true;
  const tone = item.needsHuman === true || item.deferred === true ? "warning" : "danger";
  const reason = visibleText(item.blockedReason ?? "");
  return (
    <span className={clsx("small cut note", kept ? "dim" : tone)} data-tip={reason.slice(0, 600)}>
      {kept ? "answer kept" : visibleText(shortReason(item))}
    </span>
  );
}

/** Only what isn't done: met dependencies are no news. */
function WaitChips({ item, facts, onOpen, tabIndex }: Omit<RowNoteProps, "projectId">) {
  const unmet = facts.unmet(item);
  return (
    <>
      {unmet.slice(0, CHIPS).map((id) => {
        const other = facts.byId.get(id);
        return other === undefined ? (
          <span key={id} className="chip" data-tip={`${id} is neither in the backlog nor done`}>
            <code>{id}</code>?
          </span>
        ) : (
          <ItemChip
            key={id}
            id={id}
            look={facts.lookOf(other)}
            label={`waits for ${id}, ${visibleText(other.title)}`}
            tabIndex={tabIndex}
            onOpen={() => onOpen(id)}
          />
        );
      })}
      {unmet.length > CHIPS && <span className="small faint">and {unmet.length - CHIPS} more</span>}
    </>
  );
}
