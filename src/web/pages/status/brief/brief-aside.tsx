import { Archive } from "lucide-react";
import { workedMs } from "#core/status/run-chart-shape";
import { useGet } from "#web/api/queries";
import { lengthWords } from "#web/app/time-words";
import { doneRows } from "#web/pages/status/brief/brief-words";
import { endOfRun } from "#web/pages/status/chart/chart-span";
import { visibleText } from "#core/text/visible-text";
import { RunChartPane } from "#web/pages/status/chart/run-chart";
import type { RunView } from "#web/pages/status/use-run";
import { Button } from "#web/ui/button";
import { ItemGlyph } from "#web/ui/glyph";
import { Markdown } from "#web/ui/markdown";

const SHOWN_AT_MOST = 200;

interface BriefAsideProps {
  readonly view: RunView;
  readonly onLog: () => void;
  readonly onSweep: () => void;
  /** Its done items have just been swept. */
  readonly swept: boolean;
}

/** The run beside its brief: the chart, small, and what it got done. */
export function BriefAside({ view, onLog, onSweep, swept }: BriefAsideProps) {
  const { run } = view;
  const done = doneRows(view);
  const length = run.startedMs === null ? null : lengthWords(endOfRun(run) - run.startedMs);
  return (
    <aside className="col rcol scroll" aria-label="The run" tabIndex={0}>
      <div className="sub-h">
        <h2>Run</h2>
        {length !== null && <span className="faint small">{length}</span>}
        <span className="grow" />
        <Button size="sm" kind="ghost" onClick={onLog}>
          Log
        </Button>
        <Button size="sm" kind="ghost" onClick={onLog}>
          Events
        </Button>
      </div>
      {run.rows.length > 0 && (
        <div className="brief-chart">
          <RunChartPane view={view} compact />
        </div>
      )}
      {run.startedMs !== null && (
        <div className="sub-h is-open">
          <h2>Done</h2>
          <span className="faint small">
            {done.length === 0
              ? "nothing in this run"
              : done.length === 1
                ? "1, its own commit"
                : `${done.length}, each its own commit`}
          </span>
          <span className="grow" />
          {view.status.backlogSummary.done > 0 && !swept && (
            <Button size="sm" kind="ghost" icon={Archive} onClick={onSweep}>
              Sweep
            </Button>
          )}
        </div>
      )}
      {!swept && <DoneTable view={view} rows={done.slice(0, SHOWN_AT_MOST)} />}
      <Learned id={view.id} />
    </aside>
  );
}

function Learned({ id }: { readonly id: string }) {
  const text = useGet("GET /api/projects/:id/progress", { params: { id } }).data ?? "";
  if (text.trim() === "") return null;
  return (
    <section aria-label="Learned">
      <div className="sub-h is-first">
        <h2>Learned</h2>
        <span className="faint small">progress.md</span>
      </div>
      <div className="learn">
        <Markdown text={text} />
      </div>
    </section>
  );
}

function DoneTable({ view, rows }: { readonly view: RunView; readonly rows: RunView["run"]["rows"] }) {
  if (rows.length === 0) return null;
  return (
    <table className="d">
      <thead className="sr">
        <tr>
          <th>State</th>
          <th>Item</th>
          <th>Title</th>
          <th>Attempts</th>
          <th>Took</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const title = view.byId.get(row.id)?.title ?? row.title;
          const tries = row.attempts.at(-1)?.number ?? 1;
          return (
            <tr key={row.id}>
              <td>
                <ItemGlyph look="done" />
              </td>
              <td>
                <span className="id">{row.id}</span>
              </td>
              <td className="tt cut" title={title}>
                {visibleText(title)}
              </td>
              <td className="faint small">{tries > 1 && `×${tries}`}</td>
              <td className="num small faint">{lengthWords(workedMs(row, 0))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
