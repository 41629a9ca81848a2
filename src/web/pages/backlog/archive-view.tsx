import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, ChevronDown, ChevronRight, Trash2 } from "lucide-react";
import { useState } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { call, isApiError } from "#web/api/client";
import { cacheKey, refreshProject, useGet } from "#web/api/queries";
import { BUSY, monthName } from "#web/pages/backlog/item-deeds";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { LongText } from "#web/pages/backlog/panel/editable-text";
import { visibleText } from "#core/text/visible-text";
import { counted, listedIds } from "#web/ui/words";
import { clockTime } from "#web/app/time-words";
import { Button } from "#web/ui/button";
import { confirm, type Question } from "#web/ui/confirm";
import { Empty } from "#web/ui/empty";
import { ItemGlyph } from "#web/ui/glyph";
import { Icon } from "#web/ui/icon";
import { Notice } from "#web/ui/notice";
import { SkeletonRows } from "#web/ui/skeleton";
import { showFailure, showToast } from "#web/ui/toast";

interface ArchiveViewProps {
  readonly id: string;
  readonly facts: BacklogFacts;
  readonly live: boolean;
  readonly onBack: () => void;
}

/** What was swept, by month; nothing of it is written any more, a month can be purged. */
export function ArchiveView({ id, facts, live, onBack }: ArchiveViewProps) {
  const archive = useGet("GET /api/projects/:id/archive", { params: { id } });
  const months = archive.data?.months.toSorted((a, b) => (a.month < b.month ? 1 : -1));
  return (
    <>
      <div className="tools">
        <Button kind="ghost" icon={ArrowLeft} hint="Esc" onClick={onBack}>
          Backlog
        </Button>
        <h2 className="strong">Archive</h2>
        {months !== undefined && months.length > 0 && (
          <span className="faint small">
            {counted(
              months.reduce((sum, { count }) => sum + count, 0),
              "done item",
            )}
          </span>
        )}
      </div>
      {archive.error !== null && months === undefined ? (
        <div className="pad-16">
          <Notice tone="danger">{archive.error.message}</Notice>
        </div>
      ) : months === undefined ? (
        <SkeletonRows />
      ) : months.length === 0 ? (
        <Empty title="The archive is empty">
          Swept items are kept here by month and still count as done for what waits for them.
        </Empty>
      ) : (
        <div className="scroll grow" tabIndex={0} role="region" aria-label="Archive">
          {months.map(({ month, count }, at) => (
            <Month
              key={month}
              id={id}
              month={month}
              count={count}
              first={at === 0}
              facts={facts}
              live={live}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface MonthProps {
  readonly id: string;
  readonly month: string;
  readonly count: number;
  /** Open at once. */
  readonly first: boolean;
  readonly facts: BacklogFacts;
  readonly live: boolean;
}

function Month({ id, month, count, first, facts, live }: MonthProps) {
  const [open, setOpen] = useState(first);
  const purge = usePurge(id, month);
  const items = useGet("GET /api/projects/:id/archive/:month", { params: { id, month } }, { enabled: open });
  const name = monthName(month);
  const ask = async () => {
    try {
      // What is in it now: a sweep elsewhere may have added to it, and a folded month was never read.
      const gone = await call("GET /api/projects/:id/archive/:month", { params: { id, month } });
      if (await confirm(purgeQuestion(month, gone.items, facts))) await purge();
    } catch (error) {
      showFailure(`${name} was not purged`, isApiError(error) ? error.message : undefined);
    }
  };
  return (
    <section aria-label={name}>
      <div className="group">
        <h3 className="group-t">
          <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon of={open ? ChevronDown : ChevronRight} small />
            {name}
          </button>
        </h3>
        <span className="count">{count.toLocaleString("en")}</span>
        <span className="grow" />
        <Button
          size="sm"
          kind="ghost"
          disabled={live && BUSY}
          aria-label={`Purge ${name}`}
          onClick={() => void ask()}
        >
          Purge
        </Button>
      </div>
      {open && items.error !== null && (
        <div className="pad-16">
          <Notice tone="danger">{items.error.message}</Notice>
        </div>
      )}
      {open && items.data !== undefined && <MonthItems items={items.data.items} />}
    </section>
  );
}

function purgeQuestion(month: string, gone: readonly BacklogItem[], facts: BacklogFacts): Question {
  return {
    title: `Purge ${monthName(month)} from the archive?`,
    text: `${counted(gone.length, "done item")} ${gone.length === 1 ? "is" : "are"} deleted from .tool/archive/${month}.json. Their commits stay in git.${lossWords(gone, facts)} This cannot be undone.`,
    deed: `Purge ${counted(gone.length, "item")}`,
    icon: Trash2,
    destroys: true,
  };
}

/** The list of months is read before the rest: a month that is gone must not be asked for again. */
function usePurge(id: string, month: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      const { purgedCount } = await call("DELETE /api/projects/:id/archive/:month", {
        params: { id, month },
      });
      showToast({ title: `${counted(purgedCount, "item")} of ${monthName(month)} purged` });
    } catch (error) {
      showFailure(`${monthName(month)} was not purged`, isApiError(error) ? error.message : undefined);
    }
    await client.invalidateQueries({
      queryKey: cacheKey("GET /api/projects/:id/archive", { params: { id } }),
    });
    client.removeQueries({
      queryKey: cacheKey("GET /api/projects/:id/archive/:month", { params: { id, month } }),
    });
    await refreshProject(client, id);
  };
}

const SHOWN = 200;

function MonthItems({ items }: { readonly items: readonly BacklogItem[] }) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <ul>
      {items.slice(0, shown).map((item) => (
        <ArchivedItem key={item.id} item={item} />
      ))}
      {items.length > shown && (
        <li className="row">
          <button type="button" className="small u" onClick={() => setShown(shown + SHOWN)}>
            Show more, {(items.length - shown).toLocaleString("en")} left
          </button>
        </li>
      )}
    </ul>
  );
}

function ArchivedItem({ item }: { readonly item: BacklogItem }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        className={open ? "row is-open archived" : "row archived"}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ItemGlyph look="done" />
        <span className="id">{item.id}</span>
        <span className="cut grow" title={visibleText(item.title)}>
          {visibleText(item.title)}
        </span>
        <span className="small faint">
          {item.completedAt !== null &&
            `${new Date(item.completedAt).toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${clockTime(item.completedAt)}`}
        </span>
        <span className="type small dim">{item.type}</span>
      </button>
      {open && (
        <div className="archived-b">
          {item.description !== "" && <LongText className="dim" text={item.description} />}
          <ul className="archived-c">
            {item.acceptanceCriteria.map((criterion, at) => (
              <li key={at} className="any">
                {visibleText(criterion)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

/** Who could never start without the items of this month. */
function lossWords(items: readonly BacklogItem[], facts: BacklogFacts): string {
  const gone = new Set(items.map(({ id }) => id).filter((id) => !facts.byId.has(id)));
  const lost = facts.items.filter(
    (item) => item.status !== "done" && (item.dependsOn ?? []).some((id) => gone.has(id)),
  );
  if (lost.length === 0) return "";
  const ids = listedIds(lost.map((item) => item.id));
  return ` ${ids} ${lost.length === 1 ? "waits" : "wait"} for what is deleted, and could not start any more.`;
}
