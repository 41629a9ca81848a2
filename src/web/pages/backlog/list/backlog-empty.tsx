import { Archive, Plus } from "lucide-react";
import { useMemo } from "react";
import { filterView, isShown, meantWord } from "#web/pages/backlog/list/list-rows";
import { filterCount, type BacklogView, type ViewChange } from "#web/pages/backlog/backlog-view";
import { BUSY } from "#web/pages/backlog/item-deeds";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { counted } from "#web/ui/words";
import { Button } from "#web/ui/button";
import { Empty } from "#web/ui/empty";

interface BacklogEmptyProps {
  readonly facts: BacklogFacts;
  readonly view: BacklogView;
  readonly text: string;
  readonly live: boolean;
  readonly onText: (text: string) => void;
  readonly onChange: (change: ViewChange) => void;
  readonly onNew: () => void;
  readonly onSweep: () => void;
}

/** What belongs here, or why nothing of what is here is shown. */
export function BacklogEmpty(props: BacklogEmptyProps) {
  const { facts, view, text, live, onNew, onSweep, onChange } = props;
  const total = facts.items.length;
  if (total === 0)
    return (
      <Empty
        title="Nothing to do yet"
        actions={
          <Button kind="primary" icon={Plus} hint="C" onClick={onNew}>
            New item
          </Button>
        }
      >
        Write the first item. The loop starts with the highest priority that waits for nothing.
      </Empty>
    );
  if (text.trim() !== "" || filterCount(view) > 0) return <NothingMatches {...props} />;
  if (view.shown === "open")
    return (
      <Empty
        title={total === 1 ? "The 1 item is done" : `All ${total.toLocaleString("en")} items are done`}
        actions={
          <>
            <Button kind="primary" icon={Archive} disabled={live && BUSY} onClick={onSweep}>
              Sweep {counted(total, "item")}
            </Button>
            <Button icon={Plus} hint="C" onClick={onNew}>
              New item
            </Button>
          </>
        }
      >
        Sweep them into the archive to start the next list clean. Their ids are not used again.
      </Empty>
    );
  return (
    <Empty
      title={view.shown === "stuck" ? "Nothing is stuck" : "Nothing is done yet"}
      actions={<Button onClick={() => onChange({ show: undefined })}>Show what is open</Button>}
    >
      {view.shown === "stuck"
        ? "Items stand here that wait for an answer, are blocked, or were given up."
        : "Items stand here when their commit is made, until they are swept to the archive."}
    </Empty>
  );
}

function NothingMatches({ facts, view, text, onText, onChange }: BacklogEmptyProps) {
  const wanted = text.trim();
  const shown = facts.items.filter((item) => isShown(item, view.shown));
  const meant = useMemo(() => meantWord(facts.items, wanted), [facts, wanted]);
  const finds = meant === null ? 0 : filterView(shown, { ...view, text: meant }).length;
  const clear = () => {
    onText("");
    onChange({ q: undefined, type: undefined, status: undefined, priority: undefined });
  };
  const kind = view.shown === "all" ? "" : `${view.shown} `;
  const hidden = `${counted(shown.length, `${kind}item`)} ${shown.length === 1 ? "is" : "are"} hidden by the filter.`;
  return (
    <Empty
      title={
        wanted === "" ? "No item matches the filter" : <span className="any">No item matches “{wanted}”</span>
      }
      actions={
        <>
          {meant !== null && finds > 0 && <Button onClick={() => onText(meant)}>Search “{meant}”</Button>}
          <Button kind="ghost" hint="Esc" onClick={clear}>
            Clear the filter
          </Button>
        </>
      }
    >
      {meant !== null && finds > 0 ? `${hidden} Did you mean “${meant}”? That finds ${finds}.` : hidden}
    </Empty>
  );
}
