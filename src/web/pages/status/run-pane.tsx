import { ArrowLeft } from "lucide-react";
import { clsx } from "clsx";
import { useState } from "react";
import { clockTime } from "#web/app/time-words";
import { briefFacts, briefTitle } from "#web/pages/status/brief/brief-words";
import { EventList } from "#web/pages/status/output/event-list";
import { NowBox } from "#web/pages/status/now-box";
import { OutputPane } from "#web/pages/status/output/output-pane";
import { RunChartPane } from "#web/pages/status/chart/run-chart";
import { RunFacts } from "#web/pages/status/run-facts";
import { SleepBox } from "#web/pages/status/sleep-box";
import type { RunView } from "#web/pages/status/use-run";
import { Button } from "#web/ui/button";
import { Segments } from "#web/ui/tabs";

const HOUR_MS = 3_600_000;

interface RunPaneProps {
  readonly view: RunView;
  /** Where the log should be, ms; null: at its end. */
  readonly showMs: number | null;
  readonly onBrief: () => void;
  readonly answering: string | null;
  readonly onAnswer: (itemId: string | null) => void;
}

/** The run itself: what it does now, its figures, chart and log, and beside them its events. */
export function RunPane({ view, showMs, onBrief, answering, onAnswer }: RunPaneProps) {
  const [full, setFull] = useState(false);
  return (
    <div className="st">
      <div className={clsx("col", full && "is-full")}>
        {!view.live ? (
          <EndBox view={view} onBrief={onBrief} />
        ) : view.state === "SLEEPING_LIMIT" ? (
          <SleepBox view={view} />
        ) : (
          <NowBox view={view} />
        )}
        {!full && <RunFacts view={view} />}
        {!full && view.run.rows.length > 0 && <ChartBox view={view} />}
        <OutputPane view={view} full={full} onFull={setFull} showMs={showMs} />
      </div>
      <EventList view={view} answering={answering} onAnswer={onAnswer} />
    </div>
  );
}

function EndBox({ view, onBrief }: { readonly view: RunView; readonly onBrief: () => void }) {
  return (
    <section className="nowbox" aria-label="What came out">
      <div className="now-l">
        <h2 className="cut">{briefTitle(view)}</h2>
        <span className="grow" />
        <Button size="sm" kind="ghost" icon={ArrowLeft} hint="Esc" onClick={onBrief}>
          Back to the brief
        </Button>
      </div>
      <div className="meta">
        <span className="cut">{briefFacts(view)}</span>
      </div>
    </section>
  );
}

type Range = "whole" | "hour";

function ChartBox({ view }: { readonly view: RunView }) {
  const { run, live, state } = view;
  const [range, setRange] = useState<Range>("whole");
  const asleep = state === "SLEEPING_LIMIT";
  const long = live && !asleep && run.startedMs !== null && (run.lastEventMs ?? 0) - run.startedMs > HOUR_MS;
  return (
    <section className="chartbox" aria-label="Run">
      <div className="sub-h">
        <h2>Run</h2>
        {run.startedMs !== null && <span className="faint small">since {clockTime(run.startedMs)}</span>}
        <span className="grow" />
        <span className="legend wide" aria-hidden>
          <span>
            <i className="b done" />
            done
          </span>
          <span>
            <i className="b none" />
            no signal
          </span>
          <span>
            <i className="b human" />
            stuck
          </span>
          {live && !asleep && (
            <span>
              <i className="b now" />
              running
            </span>
          )}
          {run.sleeps.length > 0 && (
            <span>
              <i className="b asleep" />
              asleep
            </span>
          )}
        </span>
        {long && (
          <span className="wide">
            <Segments
              label="Range"
              value={range}
              options={[
                { value: "whole", label: "Whole run" },
                { value: "hour", label: "Last hour" },
              ]}
              onChange={setRange}
            />
          </span>
        )}
      </div>
      <RunChartPane view={view} lastMs={long && range === "hour" ? HOUR_MS : null} />
    </section>
  );
}
