import { ChevronDown, ChevronRight, Play } from "lucide-react";
import { useState, type ReactNode } from "react";
import { call, isApiError } from "#web/api/client";
import { queryClient, refreshProject, useGet, useGetNow } from "#web/api/queries";
import { useShortcuts } from "#web/app/shortcuts";
import { CopyText } from "#web/pages/status/copy-text";
import { tellRefused, type ResumeOffer } from "#web/pages/status/deeds";
import { counted } from "#web/ui/words";
import { PreflightList, readPreflight, type Preflight } from "#web/pages/status/start/preflight-list";
import { planResume } from "#web/pages/status/resume-plan";
import { MoreOptions } from "#web/pages/status/start/more-options";
import { StartFields } from "#web/pages/status/start/start-fields";
import {
  formFaults,
  startBody,
  startCommand,
  startDefaults,
  type FormFaults,
  type StartForm,
} from "#web/pages/status/start/start-options";
import type { RunView } from "#web/pages/status/use-run";
import { Button } from "#web/ui/button";
import { Dialog } from "#web/ui/dialog";
import { Icon } from "#web/ui/icon";
import { announce } from "#web/ui/live";
import { Notice } from "#web/ui/notice";
import { Bone, Late } from "#web/ui/skeleton";

interface StartDialogProps {
  readonly view: RunView;
  readonly offer: ResumeOffer;
  readonly onClose: () => void;
}

const NO_ITEM: ReadonlySet<string> = new Set();

/** Everything that a run can be asked, what stands in its way, and the same as a command. */
export function StartDialog({ view, offer, onClose }: StartDialogProps) {
  const { id, detail, items } = view;
  const { agents, config, found, error } = useFound(id);
  const defaults = startDefaults(detail.marker?.options ?? {}, items, config?.defaultProvider);
  const [change, setChange] = useState<Partial<StartForm>>({});
  const form: StartForm = { ...defaults.form, ...change };
  const faults = formFaults(form);
  const agent = agents.find((one) => one.id === (form.agent || defaults.agent));
  const preflight = found === undefined ? null : readPreflight(found, agent, ownBinary(view, agent?.id));
  const body = startBody(form, defaults);
  const starting = useStarting(view, onClose);
  const refused = refusalOf(faults, preflight, startable(view, form) === 0 && !form.reviewOnly);
  const start = () => void (refused === false && !starting.busy && starting.start(body));
  useShortcuts("Editing", { save: () => (refused === false ? start() : false) });
  const set = (next: Partial<StartForm>) => setChange({ ...change, ...next });
  const foot = (
    <>
      <span className="grow">
        <CopyText
          label="Copy as command"
          text={startCommand(body, detail.path, (preflight?.with ?? "") !== "")}
        />
      </span>
      <Button kind="ghost" onClick={onClose}>
        Cancel
      </Button>
      <Button
        kind="primary"
        icon={Play}
        hint="Ctrl ↵"
        disabled={starting.busy ? "It is being started" : refused}
        onClick={start}
      >
        {["Start", preflight?.with ?? ""].join(" ").trim()}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      width={600}
      className="start"
      title={`Start the loop in ${detail.name}`}
      foot={foot}
    >
      <p className="dim start-p">{startWords(view, form, offer.answers)}</p>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {preflight === null ? <PreflightBones /> : <PreflightList lines={preflight.lines} />}
      {starting.error !== null && <Notice tone="danger">{starting.error}</Notice>}
      <StartFields form={form} set={set} defaults={defaults} faults={faults} agents={agents} items={items} />
      <MoreFold>
        <MoreOptions form={form} set={set} defaults={defaults} faults={faults} items={items} />
      </MoreFold>
    </Dialog>
  );
}

/** What a start is judged by; `found` is undefined until all of it has come: which agent it would be, and whether that is here, is told by the other two. */
function useFound(id: string) {
  const { data, error } = useGetNow("GET /api/projects/:id/loop/preflight", { params: { id } });
  const agents = useGet("GET /api/agents", {}, { refetchInterval: false });
  const config = useGet("GET /api/config", {});
  const found = agents.isPending || config.isPending ? undefined : data;
  return { found, error, agents: agents.data?.agents ?? [], config: config.data };
}

function MoreFold({ children }: { readonly children: ReactNode }) {
  const [more, setMore] = useState(false);
  return (
    <>
      <button type="button" className="more" aria-expanded={more} onClick={() => setMore(!more)}>
        <Icon of={more ? ChevronDown : ChevronRight} small />
        More options
      </button>
      {more && children}
    </>
  );
}

/** The program that the project's own settings give its agent. */
function ownBinary({ detail }: RunView, agent: string | undefined): string | null {
  const { provider, providerConfig } = detail.marker?.options ?? {};
  const binary = provider === agent ? providerConfig?.["binary"] : undefined;
  return typeof binary === "string" ? binary : null;
}

/** Why it can't be started now; false: it can. */
function refusalOf(faults: FormFaults, preflight: Preflight | null, nothing: boolean): string | false {
  const [fault] = Object.values(faults);
  if (fault !== undefined) return fault;
  if (preflight === null) return "What stands in the way is being looked at";
  return preflight.refusal ?? (nothing && "No item can start");
}

function PreflightBones() {
  return (
    <Late>
      <div className="find find-b">
        <Bone width="62%" />
        <Bone width="38%" />
        <Bone width="44%" />
      </div>
    </Late>
  );
}

type StartBody = ReturnType<typeof startBody>;

function useStarting({ id, ...view }: RunView, onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const start = async (body: StartBody) => {
    setBusy(true);
    setError(null);
    try {
      await call("POST /api/projects/:id/loop/start", { params: { id }, body });
      announce("The run has started");
      onClose();
    } catch (failure) {
      const taken = isApiError(failure) && failure.status === 409;
      if (taken && (await stillRunning(id))) {
        onClose();
        await tellRefused({ id, ...view }, failure, "The run was not started");
      } else setError(isApiError(failure) ? failure.message : "The run was not started.");
    }
    setBusy(false);
    await refreshProject(queryClient, id);
  };
  return { busy, error, start };
}

async function stillRunning(id: string): Promise<boolean> {
  const status = await call("GET /api/projects/:id/status", { params: { id } }).catch(() => null);
  return status?.lock?.alive === true;
}

/** Items that a start reaches: given up ones are put back by it, questions aren't answered. */
function startable({ items, archived }: RunView, form: StartForm): number {
  const retried = form.retryBlocked
    ? items.map((item) => (item.status === "blocked" ? { ...item, status: "pending" as const } : item))
    : items;
  const plan = planResume(retried, NO_ITEM, archived);
  return plan.refusal === null ? plan.again.length + plan.others.length : 0;
}

function startWords(view: RunView, form: StartForm, answers: number): string {
  const open = view.items.filter((item) => item.status !== "done").length;
  const { again } = planResume(view.items, NO_ITEM, view.archived);
  const tried =
    again.length === 0 ? "" : `, ${again.length === 1 ? again[0] : `${again.length} of them`} once more`;
  const kept =
    answers === 0
      ? ""
      : ` ${answers === 1 ? "Your answer goes" : `Your ${answers} answers go`} with Resume, not with Start.`;
  const count = startable(view, form);
  if (form.reviewOnly) return `Only the review: it reads what was done, and no item is worked on.${kept}`;
  return `${count} of ${counted(open, "open item")} can start${tried}.${kept}`;
}
