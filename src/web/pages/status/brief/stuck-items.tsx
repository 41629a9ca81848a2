import { Link } from "@tanstack/react-router";
import { Pencil, RotateCcw } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { byUrgency } from "#core/backlog/select-item";
import { waitingFor } from "#core/backlog/waiting-for";
import { asksHuman } from "#web/app/answers";
import { clockTime } from "#web/app/time-words";
import { visibleText } from "#core/text/visible-text";
import { counted } from "#web/ui/words";
import { Reason } from "#web/pages/status/brief/reason";
import type { RunView } from "#web/pages/status/use-run";
import { AnswerBox } from "#web/ui/answer-box";
import { Button } from "#web/ui/button";
import { ItemChip } from "#web/ui/chip";
import { ItemGlyph, itemLook } from "#web/ui/glyph";
import { Icon } from "#web/ui/icon";

const WAITING_SHOWN = 50;
const LAST_LINES = 6;

interface StuckItemsProps {
  readonly view: RunView;
  /** Blocked, and put back to pending. */
  readonly onUnblock: (itemId: string) => void;
  readonly onLog: (ms: number) => void;
  readonly onOpen: (itemId: string) => void;
}

/** What is stuck, in the order in which it asks for a person, and what waits behind it. */
export function StuckItems(props: StuckItemsProps) {
  const { items, archived } = props.view;
  const groups = useMemo(() => groupItems(items, archived), [items, archived]);
  const { asking, blocked, deferred, waiting, ready } = groups;
  return (
    <>
      <Group title="Needs your answer" items={asking} holds={groups.holds}>
        {(item) => (
          <OneStuck key={item.id} item={item} {...props}>
            <Reason text={item.blockedReason ?? "The agent asks, and gave no words."} />
            <AnswerBox projectId={props.view.id} itemId={item.id} />
          </OneStuck>
        )}
      </Group>
      <Group title="Blocked" items={blocked} holds={groups.holds}>
        {(item) => (
          <OneStuck key={item.id} item={item} {...props}>
            <Reason text={item.blockedReason ?? "No reason was given."} />
            <div className="acts">
              <Button size="sm" icon={RotateCcw} onClick={() => props.onUnblock(item.id)}>
                Unblock and retry
              </Button>
              <Link
                to="/projects/$id/backlog"
                params={{ id: props.view.id }}
                search={{ item: item.id }}
                className="btn sm"
              >
                <Icon of={Pencil} />
                Edit the item
              </Link>
            </div>
          </OneStuck>
        )}
      </Group>
      <Group
        title="Gave up"
        items={deferred}
        note={deferred.length === 1 ? "is tried again on resume" : "are tried again on resume"}
      >
        {(item) => (
          <OneStuck key={item.id} item={item} {...props}>
            <LastWords view={props.view} item={item} />
          </OneStuck>
        )}
      </Group>
      <Rows title="Waiting behind these" items={waiting} groups={groups} {...props} />
      <Rows title="Ready" items={ready} groups={groups} {...props} />
    </>
  );
}

interface Groups {
  readonly asking: readonly BacklogItem[];
  readonly blocked: readonly BacklogItem[];
  readonly deferred: readonly BacklogItem[];
  readonly waiting: readonly BacklogItem[];
  readonly ready: readonly BacklogItem[];
  /** How many items wait for one, directly or not. */
  readonly holds: ReadonlyMap<string, number>;
  /** Whom an item waits for. */
  readonly behind: (item: BacklogItem) => readonly string[];
}

function groupItems(items: readonly BacklogItem[], archived: ReadonlySet<string>): Groups {
  const waits = waitingFor(items, archived);
  const holds = new Map<string, number>();
  for (const item of items) {
    const reason = waits(item);
    if (reason?.kind === "blockedBy") holds.set(reason.id, (holds.get(reason.id) ?? 0) + 1);
  }
  const stuck = items.filter((item) => item.status === "blocked").sort(byUrgency);
  const ranks = new Map(
    stuck.toSorted((a, b) => Number(asksHuman(b)) - Number(asksHuman(a))).map(({ id }, rank) => [id, rank]),
  );
  const order = (item: BacklogItem): number => {
    const reason = waits(item);
    return reason?.kind === "blockedBy" ? (ranks.get(reason.id) ?? 0) : 0;
  };
  const pending = items.filter((item) => item.status === "pending").sort(byUrgency);
  return {
    asking: stuck.filter(asksHuman),
    blocked: stuck.filter((item) => !asksHuman(item) && item.deferred !== true),
    deferred: stuck.filter((item) => !asksHuman(item) && item.deferred === true),
    // In the order of those that they wait for.
    waiting: pending
      .filter((item) => waits(item)?.kind === "blockedBy")
      .sort((a, b) => order(a) - order(b) || byUrgency(a, b)),
    ready: pending.filter((item) => waits(item)?.kind !== "blockedBy"),
    holds,
    behind(item) {
      const reason = waits(item);
      if (reason === null) return [];
      return reason.kind === "after" ? reason.ids : [reason.id];
    },
  };
}

interface GroupProps {
  readonly title: string;
  readonly items: readonly BacklogItem[];
  readonly holds?: ReadonlyMap<string, number>;
  readonly note?: string | undefined;
  /** Of all, when only some are shown. */
  readonly count?: number;
  readonly children: (item: BacklogItem) => ReactNode;
}

function Group({ title, items, holds, note, count, children }: GroupProps) {
  if (items.length === 0) return null;
  const held = items.reduce((sum, { id }) => sum + (holds?.get(id) ?? 0), 0);
  const hold = held === 0 ? "" : `, ${items.length === 1 ? "holds" : "hold"} up ${counted(held, "item")}`;
  return (
    <section aria-label={title}>
      <h3 className="group">
        <span>{title}</span>
        <span className="count">
          {count ?? items.length}
          {note === undefined ? hold : `, ${note}`}
        </span>
      </h3>
      {items.map(children)}
    </section>
  );
}

interface OneStuckProps extends StuckItemsProps {
  readonly item: BacklogItem;
  readonly children: ReactNode;
}

function OneStuck({ view, item, onLog, children }: OneStuckProps) {
  const attempts = view.run.byId.get(item.id)?.attempts ?? [];
  const fromMs = attempts[0]?.fromMs;
  const toMs = attempts.at(-1)?.toMs;
  return (
    <article className="stuck" aria-label={`${item.id} ${item.title}`}>
      <ItemGlyph look={itemLook(item, false)} />
      <div>
        <div className="t">
          <span className="id">{item.id}</span>
          <h4 title={item.title}>{visibleText(item.title)}</h4>
          <span className="grow" />
          {fromMs !== undefined && typeof toMs === "number" && (
            <button type="button" className="small faint stuck-log" onClick={() => onLog(fromMs)}>
              log of {clockTime(fromMs)} to {clockTime(toMs)}
            </button>
          )}
        </div>
        {children}
      </div>
    </article>
  );
}

function LastWords({ view, item }: { readonly view: RunView; readonly item: BacklogItem }) {
  const words = view.run.lastWords.get(item.id);
  if (words === undefined)
    return <Reason text={item.blockedReason ?? "Its attempts ended without a signal."} />;
  const attempts = view.run.byId.get(item.id)?.attempts.at(-1)?.number ?? 1;
  return (
    <>
      <p className="why dim">
        {attempts === 1 ? "The attempt" : `${attempts} attempts`} ended without a signal. The last lines
        {attempts === 1 ? "" : " of the last one"}:
      </p>
      <pre className="tail">{visibleText(words).split("\n").slice(-LAST_LINES).join("\n")}</pre>
    </>
  );
}

interface RowsProps extends StuckItemsProps {
  readonly title: string;
  readonly items: readonly BacklogItem[];
  readonly groups: Groups;
}

function Rows({ title, items, groups, view, onOpen }: RowsProps) {
  const shown = items.slice(0, WAITING_SHOWN);
  return (
    <Group
      title={title}
      items={shown}
      count={items.length}
      note={items.length > shown.length ? `the first ${shown.length} shown` : undefined}
    >
      {(item) => (
        <div key={item.id} className="row behind">
          <ItemGlyph look={itemLook(item, groups.behind(item).length > 0)} />
          <Link
            to="/projects/$id/backlog"
            params={{ id: view.id }}
            search={{ item: item.id }}
            className="behind-l"
          >
            <span className="id">{item.id}</span>
            <span className="cut" title={item.title}>
              {visibleText(item.title)}
            </span>
          </Link>
          <span className="grow" />
          {groups.behind(item).map((id) => {
            const other = view.byId.get(id);
            return other === undefined ? null : (
              <ItemChip
                key={id}
                id={id}
                look={itemLook(other, false)}
                label={`waits for ${id}, ${other.title}`}
                onOpen={() => onOpen(id)}
              />
            );
          })}
        </div>
      )}
    </Group>
  );
}
