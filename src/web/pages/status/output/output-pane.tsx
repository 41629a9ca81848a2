import { Maximize2, Minimize2, Play, Search, WrapText } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "#web/app/shortcuts";
import { HoldIcon } from "#web/pages/status/icons";
import { FindBox, FollowWords, OutputTabs, type OutputName } from "#web/pages/status/output/output-bar";
import { LogPane, type LogHandle } from "#web/pages/status/output/log-pane";
import { ProgressPane } from "#web/pages/status/output/progress-pane";
import type { RunView } from "#web/pages/status/use-run";
import { useLogBook } from "#web/pages/status/output/use-log-book";
import { IconButton } from "#web/ui/button";

interface OutputPaneProps {
  readonly view: RunView;
  readonly full: boolean;
  readonly onFull: (full: boolean) => void;
  /** Where the log should be, ms; null: at its end. */
  readonly showMs: number | null;
}

/** The log and progress.md, one at a time. */
export function OutputPane({ view, full, onFull, showMs }: OutputPaneProps) {
  const [shown, setShown] = useState<OutputName>("log");
  const isLog = shown === "log";
  useShortcuts("Status", { full: () => onFull(!full) });
  return (
    <section className="live col" aria-label="Output">
      {isLog ? (
        <LogOutput view={view} showMs={showMs} full={full} onFull={onFull} onShow={setShown} />
      ) : (
        <>
          <div className="sub-h">
            <OutputTabs shown={shown} onShow={setShown} />
            <span className="grow" />
            <FullButton full={full} onFull={onFull} />
          </div>
          <div className="out" role="tabpanel" id="out-progress" aria-label="progress.md">
            <ProgressPane id={view.id} />
          </div>
        </>
      )}
    </section>
  );
}

interface LogOutputProps extends OutputPaneProps {
  readonly onShow: (name: OutputName) => void;
}

function LogOutput({ view, full, onFull, showMs, onShow }: LogOutputProps) {
  const log = useLogBook(view.id);
  /** Lines there were when it was held; null: it follows. */
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const [filter, setFilter] = useState<string | null>(null);
  const [wrapped, setWrapped] = useState(false);
  const handle = useRef<LogHandle>(null);
  const total = log?.total ?? 0;
  const following = heldAt === null;
  const follow = (on: boolean) => setHeldAt(on ? null : total);
  const known = total > 0;
  useEffect(() => {
    if (showMs !== null && known) handle.current?.showTime(showMs);
  }, [showMs, known]);
  useShortcuts("Status", {
    hold: (event) => (onControl(event) ? false : follow(!following)),
    follow: () => follow(true),
  });
  useShortcuts("Everywhere", { filter: () => setFilter(filter ?? "") });
  return (
    <>
      <div className="sub-h">
        <OutputTabs shown="log" onShow={onShow} />
        <span className="grow" />
        {filter === null ? (
          <>
            <FollowWords view={view} following={following} lines={log?.lines.length ?? null} />
            <IconButton
              size="sm"
              icon={Search}
              label="Find in the log"
              hint="/"
              onClick={() => setFilter("")}
            />
          </>
        ) : (
          <FindBox text={filter} onChange={setFilter} onClose={() => setFilter(null)} />
        )}
        <WrapButton wrapped={wrapped} onWrap={setWrapped} />
        <HoldButton following={following} onFollow={follow} />
        <FullButton full={full} onFull={onFull} />
      </div>
      <div className="out" role="tabpanel" id="out-log" aria-label="Log">
        {log !== null && (
          <LogPane
            ref={handle}
            log={log}
            following={following}
            onFollow={follow}
            unseen={heldAt === null ? 0 : total - heldAt}
            wrapped={wrapped}
            filter={filter?.trim() ?? ""}
          />
        )}
      </div>
    </>
  );
}

function WrapButton({
  wrapped,
  onWrap,
}: {
  readonly wrapped: boolean;
  readonly onWrap: (on: boolean) => void;
}) {
  return (
    <IconButton
      size="sm"
      icon={WrapText}
      label="Unfold long lines"
      aria-pressed={wrapped}
      onClick={() => onWrap(!wrapped)}
    />
  );
}

interface HoldButtonProps {
  readonly following: boolean;
  readonly onFollow: (on: boolean) => void;
}

function HoldButton({ following, onFollow }: HoldButtonProps) {
  return (
    <IconButton
      size="sm"
      icon={following ? HoldIcon : Play}
      label={following ? "Hold the log still" : "Follow the log"}
      hint={following ? "Space" : "End"}
      onClick={() => onFollow(!following)}
    />
  );
}

function FullButton({ full, onFull }: Pick<OutputPaneProps, "full" | "onFull">) {
  return (
    <IconButton
      size="sm"
      icon={full ? Minimize2 : Maximize2}
      label={full ? "Beside the run" : "Full height"}
      hint="L"
      onClick={() => onFull(!full)}
    />
  );
}

/** Space presses what has the focus, where that can be pressed. */
function onControl({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.closest("button, a, summary, [role=checkbox]") !== null;
}
