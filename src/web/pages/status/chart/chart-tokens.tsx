import { tokenWords } from "#web/pages/status/figures";
import type { ChartSpan } from "#web/pages/status/chart/chart-span";
import type { RunView } from "#web/pages/status/use-run";

const COLUMNS = 48;
const RECENT_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** The tallest column's share of the height. */
const TALLEST = 85;

interface ChartTokensProps {
  readonly view: RunView;
  readonly span: ChartSpan;
  readonly compact: boolean;
}

/** Tokens over time, output over input. */
export function ChartTokens({ view: { run, state }, span, compact }: ChartTokensProps) {
  const columns = run.tokens.columns(span.fromMs, span.toMs, COLUMNS);
  const sums = columns.map(({ input, output }) => input + output);
  const most = Math.max(1, ...sums);
  const columnMs = (span.toMs - span.fromMs) / COLUMNS;
  const width = 100 / COLUMNS;
  const height = (count: number) => `${((count / most) * TALLEST).toFixed(1)}%`;
  return (
    <div className="c-tok">
      <span className="c-l small">
        <span>
          <span className="faint">Tokens</span>
          {!compact && (
            <>
              <br />
              <b className="sw in" />
              in {tokenWords(run.inputTokens)}
              <br />
              <b className="sw" />
              out {tokenWords(run.outputTokens)}
            </>
          )}
        </span>
      </span>
      <span className="c-t" aria-hidden>
        {columns.map(
          ({ input, output }, at) =>
            input + output > 0 && (
              <i
                key={at}
                style={{ left: `${(at * width).toFixed(2)}%`, width: `calc(${width.toFixed(2)}% - 1px)` }}
              >
                <b style={{ height: height(output) }} />
                <b className="in" style={{ height: height(input) }} />
              </i>
            ),
        )}
      </span>
      <span className="c-d small faint">
        {state === "SLEEPING_LIMIT"
          ? "asleep"
          : most > 1 && (
              <span>
                {span.nowMs !== null && (
                  <>
                    {tokenWords(recentRate(run.tokens, span.nowMs))}/min
                    <br />
                  </>
                )}
                peak {tokenWords((most / Math.max(columnMs, 1)) * MINUTE_MS)}
              </span>
            )}
      </span>
    </div>
  );
}

function recentRate(tokens: RunView["run"]["tokens"], nowMs: number): number {
  const [recent] = tokens.columns(nowMs - RECENT_MS, nowMs, 1);
  return (((recent?.input ?? 0) + (recent?.output ?? 0)) / RECENT_MS) * MINUTE_MS;
}
