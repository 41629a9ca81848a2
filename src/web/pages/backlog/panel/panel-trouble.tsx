import { Link } from "@tanstack/react-router";
import { Play, Undo2 } from "lucide-react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { readyAnswers, useAnswers } from "#web/app/answers";
import { LongText } from "#web/pages/backlog/panel/editable-text";
import { BUSY } from "#web/pages/backlog/item-deeds";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { counted } from "#web/ui/words";
import { AnswerBox } from "#web/ui/answer-box";
import { Button } from "#web/ui/button";
import { Icon } from "#web/ui/icon";

interface TroubleProps {
  readonly projectId: string;
  readonly item: BacklogItem;
  readonly facts: BacklogFacts;
  readonly live: boolean;
  readonly onUnblock: () => void;
  /** After an answer was kept. */
  readonly onKept: () => void;
}

/** Why the item is stuck, in the agent's words, and the way on. */
export function Trouble({ projectId, item, facts, live, onUnblock, onKept }: TroubleProps) {
  if (item.status !== "blocked") return <EarlierAnswer item={item} />;
  const asks = item.needsHuman === true;
  return (
    <section className="sec trouble" aria-label={asks ? "Question" : "Why it is stuck"}>
      <LongText
        text={item.blockedReason ?? (asks ? "The agent asks, and gave no words." : "No reason was given.")}
      />
      {asks ? (
        <>
          <AnswerBox projectId={projectId} itemId={item.id} onKept={onKept} />
          <WayOn projectId={projectId} facts={facts} live={live} />
        </>
      ) : (
        <div className="acts">
          <Button size="sm" icon={Undo2} hint="U" disabled={live && BUSY} onClick={onUnblock}>
            Unblock
          </Button>
          <span className="help grow">
            {item.deferred === true
              ? "A resume tries it again by itself, with all its attempts."
              : "It is tried again with all its attempts."}
          </span>
        </div>
      )}
    </section>
  );
}

/** Kept answers go with a resume, which is done on the status page. */
function WayOn({ projectId, facts, live }: Pick<TroubleProps, "projectId" | "facts" | "live">) {
  const ready = readyAnswers(useAnswers(projectId), facts.items).length;
  if (ready === 0) return null;
  if (live)
    return <p className="help">{counted(ready, "answer")} kept. Resume takes it when this run has ended.</p>;
  return (
    <div className="acts">
      <Link to="/projects/$id/status" params={{ id: projectId }} className="btn sm">
        <Icon of={Play} />
        Resume with {counted(ready, "answer")}
      </Link>
    </div>
  );
}

function EarlierAnswer({ item }: { readonly item: BacklogItem }) {
  if (item.humanAnswer === undefined) return null;
  return (
    <section className="sec" aria-label="Your answer">
      <div className="sec-h">
        <h3>Your answer</h3>
        <span className="faint">goes into its prompt until it is done</span>
      </div>
      <LongText text={item.humanAnswer} />
    </section>
  );
}
