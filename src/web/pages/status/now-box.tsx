import { Link } from "@tanstack/react-router";
import { FileText, Pencil, Search, SquareTerminal, Wrench, type LucideIcon } from "lucide-react";
import type { LiveSession } from "#core/status/run-chart-shape";
import { useNow } from "#web/app/time-words";
import { visibleText } from "#core/text/visible-text";
import { exactLength } from "#web/pages/status/figures";
import { counted } from "#web/ui/words";
import type { RunView } from "#web/pages/status/use-run";
import { ItemGlyph, StateGlyph } from "#web/ui/glyph";
import { Icon } from "#web/ui/icon";
import { Kbd } from "#web/ui/kbd";
import { Notice } from "#web/ui/notice";

/** What the run is doing this moment. */
export function NowBox({ view }: { readonly view: RunView }) {
  const { state, status, run } = view;
  const current = status.currentItem ?? (run.session?.itemId || null);
  return (
    <section className="nowbox" aria-label="Now">
      {state === "REVIEWING" ? (
        <Line title="Reviewing what was done" lead={<StateGlyph state="REVIEWING" />} />
      ) : current === null ? (
        <Line
          title={run.rows.length === 0 ? "The run is starting" : "Choosing the next item"}
          lead={<StateGlyph state="RUNNING" />}
        />
      ) : (
        <Line
          title={view.byId.get(current)?.title ?? run.byId.get(current)?.title ?? ""}
          lead={
            <>
              <ItemGlyph look="in_progress" />
              <span className="id">{current}</span>
            </>
          }
          end={
            <Link
              to="/projects/$id/backlog"
              params={{ id: view.id }}
              search={{ item: current }}
              className="btn sm ghost wide"
            >
              Open the item
              <Kbd>O</Kbd>
            </Link>
          }
        />
      )}
      <Meta view={view} />
      <Silence view={view} />
    </section>
  );
}

interface LineProps {
  readonly title: string;
  readonly lead: React.ReactNode;
  readonly end?: React.ReactNode;
}

function Line({ title, lead, end }: LineProps) {
  return (
    <div className="now-l">
      {lead}
      <h2 className="cut" title={title}>
        {visibleText(title)}
      </h2>
      <span className="grow" />
      {end}
    </div>
  );
}

function Meta({ view: { run, status } }: { readonly view: RunView }) {
  const now = useNow();
  const { session } = run;
  if (session === null)
    return (
      <div className="meta faint">
        {status.lock?.alive === true ? `Process ${status.lock.pid}` : "No session yet"}
      </div>
    );
  const spent = exactLength(now - session.startedMs);
  const parts = [
    session.itemId === "" ? (
      <>{counted(run.reviewing?.items ?? 0, "item")}</>
    ) : (
      <>
        Attempt <b className="med now-n">{session.attempt}</b>
        {run.attemptsAllowed !== null && ` of ${run.attemptsAllowed}`}
      </>
    ),
    <>
      {spent} of {session.timeoutMinutes} min
    </>,
    <>
      {session.provider}
      {session.model !== null && `, ${session.model}`}
    </>,
  ];
  return (
    <div className="meta">
      {parts.map((part, at) => (
        <span key={at} className="meta-p">
          {at > 0 && <span className="sep" />}
          <span>{part}</span>
        </span>
      ))}
      <CurrentTool session={session} now={now} />
    </div>
  );
}

const TOOL_ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/edit|write|patch/i, Pencil],
  [/read|view|open/i, FileText],
  [/bash|shell|exec|command|terminal/i, SquareTerminal],
  [/grep|glob|search|find|fetch/i, Search],
];

function CurrentTool({ session, now }: { readonly session: LiveSession; readonly now: number }) {
  const tool = session.tools.at(-1);
  if (tool === undefined) return null;
  const icon = TOOL_ICONS.find(([pattern]) => pattern.test(tool.name))?.[1] ?? Wrench;
  return (
    <>
      <span className="sep" />
      <span className="tool cut info">
        <Icon of={icon} small />
        <code className="cut">{visibleText(tool.name)}</code>
      </span>
      <span className="faint">{exactLength(now - tool.sinceMs)}</span>
    </>
  );
}

function Silence({ view: { run } }: { readonly view: RunView }) {
  const now = useNow();
  const { session } = run;
  if (session === null || session.silence === null) return null;
  const { sinceMs, tool } = session.silence;
  const end = session.startedMs + session.timeoutMinutes * 60_000;
  const who = session.itemId === "" ? "The review" : session.itemId;
  return (
    <Notice tone="warning">
      {who} is silent for {exactLength(now - sinceMs)}
      {tool === null ? ", and no tool is running" : `, in ${visibleText(tool)}`}. It is ended in{" "}
      {exactLength(end - now)} unless it speaks.
    </Notice>
  );
}
