import { useNavigate, useParams } from "@tanstack/react-router";
import { Eye, MoreHorizontal, Play } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { LOOP_STATE_LABELS } from "#contracts/loop-states";
import { TOOL_NAME } from "#contracts/names";
import { shellWord } from "#core/text/shell-word";
import { asksHuman } from "#web/app/answers";
import { useCommands, type PaletteCommand } from "#web/app/commands";
import { ProjectPage } from "#web/app/project-page";
import { useShortcuts } from "#web/app/shortcuts";
import { failedTimes } from "#web/pages/status/brief/brief-words";
import { Brief } from "#web/pages/status/brief/brief";
import {
  reviewDone,
  stopRun,
  sweepDone,
  unblockItem,
  useResume,
  type ResumeOffer,
} from "#web/pages/status/deeds";
import { StopIcon } from "#web/pages/status/icons";
import { NothingRan } from "#web/pages/status/nothing-ran";
import { mayStart } from "#web/pages/status/resume-plan";
import { RunPane } from "#web/pages/status/run-pane";
import { useRun, type RunView } from "#web/pages/status/use-run";
import { Button } from "#web/ui/button";
import { announce } from "#web/ui/live";
import { Menu, type MenuPart } from "#web/ui/menu";
import { SkeletonRows } from "#web/ui/skeleton";
import "./chart/chart.css";
import "./live.css";
import "./output/log.css";
import "./brief/brief.css";
import "./start/start.css";

const StartDialog = lazy(async () => ({
  default: (await import("#web/pages/status/start/start-dialog")).StartDialog,
}));
const ResetDialog = lazy(async () => ({
  default: (await import("#web/pages/status/reset-dialog")).ResetDialog,
}));

/** What the loop of a project does, or what came of it. */
export function StatusPage() {
  const { id = "" } = useParams({ strict: false });
  return <StatusOf key={id} id={id} />;
}

function StatusOf({ id }: { readonly id: string }) {
  const view = useRun(id);
  return view === null ? (
    <ProjectPage>
      <SkeletonRows />
    </ProjectPage>
  ) : (
    <LoadedStatus view={view} />
  );
}

type Open = "start" | "reset" | null;
/** The brief of a run that is over, or the run itself, its log at a time. */
type Shown =
  | { readonly kind: "brief" }
  | { readonly kind: "run"; readonly startedMs: number | null; readonly atMs: number | null };

function LoadedStatus({ view }: { readonly view: RunView }) {
  const offer = useResume(view);
  const [open, setOpen] = useState<Open>(null);
  const [asked, setShown] = useState<Shown>({ kind: "brief" });
  const { startedMs } = view.run;
  // Another run begins with its own brief.
  const shown: Shown = asked.kind === "run" && asked.startedMs === startedMs ? asked : { kind: "brief" };
  const showRun = (atMs: number | null) => setShown({ kind: "run", startedMs, atMs });
  const [answering, setAnswering] = useState<string | null>(null);
  const [swept, setSwept] = useState(false);
  const deeds = useDeeds(view, offer, { open: setOpen, answer: setAnswering });
  useAnnouncedState(view);
  useShortcuts("Everywhere", {
    back: () => (shown.kind === "run" && !view.live ? setShown({ kind: "brief" }) : false),
  });
  const openItem = useOpenItem(view);
  return (
    <ProjectPage actions={<Actions view={view} offer={offer} deeds={deeds} />}>
      {view.live || shown.kind === "run" ? (
        <RunPane
          view={view}
          showMs={shown.kind === "run" ? shown.atMs : null}
          onBrief={() => setShown({ kind: "brief" })}
          answering={answering}
          onAnswer={setAnswering}
        />
      ) : neverRan(view) ? (
        <NothingRan view={view} onStart={deeds.start} onAnswer={deeds.answer} />
      ) : (
        <Brief
          view={view}
          offer={offer}
          errorActions={<ErrorActions view={view} deeds={deeds} onLog={() => showRun(null)} />}
          onUnblock={(itemId) => void unblockItem(view, itemId)}
          onOpen={openItem}
          onLog={showRun}
          onSweep={() => sweepDone(view, setSwept)}
          swept={swept}
        />
      )}
      <Suspense fallback={null}>
        {open === "start" && <StartDialog view={view} offer={offer} onClose={() => setOpen(null)} />}
        {open === "reset" && <ResetDialog view={view} onClose={() => setOpen(null)} />}
      </Suspense>
    </ProjectPage>
  );
}

/** Nothing to tell of: no run, and nothing stuck. */
function neverRan({ run, items }: RunView): boolean {
  return run.startedMs === null && items.every((item) => item.status === "pending" || item.status === "done");
}

interface Deeds {
  readonly start: () => void;
  readonly stop: () => void;
  readonly review: () => void;
  readonly reset: () => void;
  readonly answer: () => void;
}

function useOpenItem({ id }: RunView): (item: string) => void {
  const navigate = useNavigate();
  return (item) => void navigate({ to: "/projects/$id/backlog", params: { id }, search: { item } });
}

/** The page's deeds with their keys, and in the palette. */
function useDeeds(
  view: RunView,
  offer: ResumeOffer,
  { open, answer }: { readonly open: (what: Open) => void; readonly answer: (itemId: string | null) => void },
): Deeds {
  const { live, state, items, status } = view;
  const asking = items.find(asksHuman);
  const openItem = useOpenItem(view);
  const deeds: Deeds = {
    start: () => open("start"),
    stop: () => void stopRun(view),
    review: () => void reviewDone(view),
    reset: () => open("reset"),
    answer() {
      if (asking === undefined) return;
      const box = document.querySelector<HTMLTextAreaElement>(`[data-answer="${CSS.escape(asking.id)}"]`);
      if (box === null) answer(asking.id);
      else box.focus();
    },
  };
  const current = status.currentItem;
  useShortcuts("Status", {
    start: () => (live ? deeds.stop() : mayStart(state) ? deeds.start() : false),
    resume: () => (offer.offered ? offer.resume() : false),
    answer: () => (asking === undefined ? false : deeds.answer()),
    review: () => (live || status.backlogSummary.done === 0 ? false : deeds.review()),
    open: () => (current === null ? false : openItem(current)),
  });
  useStatusCommands(view, offer, deeds);
  return deeds;
}

function useStatusCommands({ live, state, status, id }: RunView, offer: ResumeOffer, deeds: Deeds): void {
  const { done } = status.backlogSummary;
  const commands = useMemo<readonly PaletteCommand[]>(
    () => [
      ...(live ? [{ id: "stop", label: "Stop the run", icon: StopIcon, hint: "S", run: deeds.stop }] : []),
      ...(mayStart(state)
        ? [{ id: "start", label: "Start the loop", icon: Play, hint: "S", run: deeds.start }]
        : []),
      ...(offer.offered ? [{ id: "resume", label: "Resume", icon: Play, hint: "R", run: offer.resume }] : []),
      ...(!live && done > 0
        ? [{ id: "review", label: "Review what was done", icon: Eye, hint: "V", run: deeds.review }]
        : []),
      ...(live ? [] : [{ id: "reset", label: "Reset the loop", run: deeds.reset }]),
    ],
    // The deeds are made anew on each drawing and do the same.
    // oxlint-disable-next-line react/exhaustive-deps
    [id, live, state, done, offer.offered, offer.answers],
  );
  useCommands(commands);
}

function useAnnouncedState({ state }: RunView): void {
  useEffect(() => {
    announce(LOOP_STATE_LABELS[state].label);
  }, [state]);
}

function Actions({
  view,
  offer,
  deeds,
}: {
  readonly view: RunView;
  readonly offer: ResumeOffer;
  readonly deeds: Deeds;
}) {
  const { live, state, status, detail } = view;
  const { done } = status.backlogSummary;
  const copy = (text: string) => () =>
    void navigator.clipboard.writeText(text).then(() => announce("Copied"));
  const entries: readonly MenuPart[] = [
    {
      label: "Copy the command that follows it",
      onSelect: copy(`${TOOL_NAME} follow ${shellWord(detail.path)}`),
    },
    { label: "Copy the folder's path", onSelect: copy(detail.path) },
    "line",
    { label: "Reset…", onSelect: deeds.reset, disabled: live && "while a run is going" },
  ];
  return (
    <>
      <Menu icon={MoreHorizontal} label="More" kind="ghost" entries={entries} />
      {!live && done > 0 && (
        <Button icon={Eye} data-tip="Start a review pass over what was done (V)" onClick={deeds.review}>
          Review the diff
        </Button>
      )}
      {live ? (
        <Button icon={StopIcon} hint="S" onClick={deeds.stop}>
          Stop
        </Button>
      ) : (
        mayStart(state) && (
          <Button
            icon={Play}
            onClick={deeds.start}
            data-tip="Start a run (S)"
            kind={offer.offered || neverRan(view) ? "default" : "primary"}
          >
            Start
          </Button>
        )
      )}
    </>
  );
}

interface ErrorActionsProps {
  readonly view: RunView;
  readonly deeds: Deeds;
  readonly onLog: () => void;
}

function ErrorActions({ view, deeds, onLog }: ErrorActionsProps) {
  return (
    <>
      {failedTimes(view.run.error ?? "") !== null && (
        <Button onClick={deeds.start}>Choose another agent</Button>
      )}
      <Button kind="ghost" onClick={onLog}>
        See the log
      </Button>
    </>
  );
}
