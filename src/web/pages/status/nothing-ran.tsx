import { Link } from "@tanstack/react-router";
import { MessageSquare, Play, Plus } from "lucide-react";
import { TOOL_NAME } from "#contracts/names";
import { loopOrder } from "#core/backlog/loop-order";
import { waitingFor } from "#core/backlog/waiting-for";
import { shellWord } from "#core/text/shell-word";
import { shortPath } from "#web/app/short-path";
import { asksHuman } from "#web/app/answers";
import { counted } from "#web/ui/words";
import type { RunView } from "#web/pages/status/use-run";
import { Button } from "#web/ui/button";
import { Command } from "#web/ui/copy-button";
import { Empty } from "#web/ui/empty";
import { Icon } from "#web/ui/icon";

interface NothingRanProps {
  readonly view: RunView;
  readonly onStart: () => void;
  readonly onAnswer: () => void;
}

/** A project whose loop has never run: what it would take first, or why it can't. */
export function NothingRan({ view, onStart, onAnswer }: NothingRanProps) {
  const { items, archived, detail, id } = view;
  const open = items.filter((item) => item.status !== "done");
  const waits = waitingFor(items, archived);
  const ready = loopOrder(items).filter((item) => waits(item) === null);
  const [first] = ready;
  if (open.length === 0)
    return (
      <Empty
        title={items.length === 0 ? "Nothing to do yet" : `All ${counted(items.length, "item")} are done`}
        actions={
          <Link to="/projects/$id/backlog" params={{ id }} search={{ item: "new" }} className="btn primary">
            <Icon of={Plus} />
            New item
          </Link>
        }
      >
        The loop works through the backlog: it needs an item to start.
      </Empty>
    );
  if (first === undefined) return <NothingCanStart view={view} onAnswer={onAnswer} />;
  return (
    <Empty
      title="The loop has not run here"
      actions={
        <Button kind="primary" icon={Play} hint="S" onClick={onStart}>
          Start
        </Button>
      }
    >
      <p className="dim">
        {counted(ready.length, "item")} {ready.length === 1 ? "is" : "are"} ready. The first would be{" "}
        {first.id}, {first.title}.
      </p>
      <Command text={`${TOOL_NAME} loop run ${commandPath(detail.path)}`} />
    </Empty>
  );
}

/** `~` only where a shell takes it for the home. */
function commandPath(path: string): string {
  const short = shortPath(path);
  return shellWord(short) === short ? short : shellWord(path);
}

function NothingCanStart({
  view: { items, id },
  onAnswer,
}: {
  readonly view: RunView;
  readonly onAnswer: () => void;
}) {
  const open = items.filter((item) => item.status === "pending").length;
  const asking = items.find(asksHuman);
  const blocker = asking ?? items.find((item) => item.status === "blocked");
  const all = open === 1 ? "1 item is open, and it waits" : `${open} items are open, and all of them wait`;
  return (
    <Empty
      title="No item can start"
      actions={
        asking === undefined ? (
          <Link to="/projects/$id/backlog" params={{ id }} className="btn primary">
            Open the backlog
          </Link>
        ) : (
          <Button kind="primary" icon={MessageSquare} hint="A" onClick={onAnswer}>
            Answer {asking.id}
          </Button>
        )
      }
    >
      {blocker === undefined
        ? `${all} for others that can never be done.`
        : `${all} for ${blocker.id}, which ${asking === undefined ? "is blocked" : "needs your answer"}.`}
    </Empty>
  );
}
