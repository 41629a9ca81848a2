import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { briefFacts, briefTitle } from "#web/pages/status/brief/brief-words";
import { BriefAside } from "#web/pages/status/brief/brief-aside";
import type { ResumeOffer } from "#web/pages/status/deeds";
import { visibleText } from "#core/text/visible-text";
import { counted } from "#web/ui/words";
import { planWords, resumeLabel } from "#web/pages/status/resume-plan";
import { StuckItems } from "#web/pages/status/brief/stuck-items";
import type { RunView } from "#web/pages/status/use-run";
import { Button } from "#web/ui/button";
import { StateGlyph } from "#web/ui/glyph";

interface BriefProps {
  readonly view: RunView;
  readonly offer: ResumeOffer;
  /** What an error offers. */
  readonly errorActions: ReactNode;
  readonly onUnblock: (itemId: string) => void;
  readonly onOpen: (itemId: string) => void;
  /** To the whole run, its log at a time; null: at its end. */
  readonly onLog: (ms: number | null) => void;
  readonly onSweep: () => void;
  readonly swept: boolean;
}

/** The page of a run that is over: what came out, what is stuck, what to answer, and on with it. */
export function Brief({ view, offer, errorActions, onUnblock, onOpen, onLog, onSweep, swept }: BriefProps) {
  const error = view.state === "ERROR";
  return (
    <div className="m">
      <div className="col">
        <div className="scroll grow">
          <section className="lead" aria-label="What came out">
            <h2>
              {error && <StateGlyph state="ERROR" silent />}
              {briefTitle(view)}
            </h2>
            <p className="dim">{briefFacts(view)}</p>
            {error && view.run.error !== null && (
              <pre className="term wrap-term">{visibleText(errorWords(view.run.error))}</pre>
            )}
            {error && <div className="ea">{errorActions}</div>}
          </section>
          <StuckItems view={view} onUnblock={onUnblock} onLog={onLog} onOpen={onOpen} />
          <div className="brief-end" />
        </div>
        {offer.offered && <ResumeBar offer={offer} />}
      </div>
      <BriefAside view={view} onLog={() => onLog(null)} onSweep={onSweep} swept={swept} />
    </div>
  );
}

function ResumeBar({ offer: { plan, answers, busy, resume } }: { readonly offer: ResumeOffer }) {
  return (
    <section className="next" aria-label="Resume">
      <span className="grow cut" title={planWords(plan)}>
        {answers > 0 && <b className="strong">{counted(answers, "answer")} ready. </b>}
        <span className="dim">{planWords(plan)}</span>
      </span>
      <Button
        kind="primary"
        size="lg"
        icon={Play}
        hint="R"
        disabled={busy ? "It is being resumed" : (plan.refusal ?? false)}
        onClick={resume}
      >
        {resumeLabel(answers)}
      </Button>
    </section>
  );
}

/** The agent's own words behind the count of its failures, where there are any. */
function errorWords(error: string): string {
  return /^\d+ failures? in a row: ([^]*)$/.exec(error)?.[1] ?? error;
}
