import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { AgentDelegation } from "#contracts/schema/backlog-item";
import { MIN_CONCURRENCY } from "#contracts/limits";
import { useGet } from "#web/api/queries";
import type { DraftValues, ItemDraft } from "#web/pages/backlog/drafts";
import { EditableText } from "#web/pages/backlog/panel/editable-text";
import { Pick } from "#web/pages/backlog/panel/panel-properties";
import { Icon } from "#web/ui/icon";
import type { MenuPart } from "#web/ui/menu";

/** What is seldom set: folded until it is asked for. */
export function MoreFields({ draft }: { readonly draft: ItemDraft }) {
  const [open, setOpen] = useState(false);
  const set = countSet(draft.values);
  return (
    <div className="sec">
      <button type="button" className="sec-h fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} small />
        <span>Notes, spec references, agent, delegation</span>
        {!open && set > 0 && <span className="faint">{set} set</span>}
      </button>
      {open && <Fields draft={draft} />}
    </div>
  );
}

function countSet({ notes, specReferences, provider, agentDelegation }: DraftValues): number {
  return [notes, specReferences, provider, agentDelegation].filter((value) => value !== undefined).length;
}

function Fields({ draft }: { readonly draft: ItemDraft }) {
  const { values, set } = draft;
  return (
    <div className="more">
      <h4 className="label">Notes</h4>
      <EditableText
        label="Notes"
        placeholder="For the agent, beside the description"
        value={values.notes ?? ""}
        clamp
        onChange={(text) => set("notes", text === "" ? undefined : text)}
      />
      <h4 className="label">Spec references</h4>
      <EditableText
        label="Spec references, one a line"
        placeholder="Paths of documents to read, one a line"
        className="mono-text"
        value={(values.specReferences ?? []).join("\n")}
        onChange={(text) => set("specReferences", linesOf(text))}
      />
      <AgentMenu draft={draft} />
      <Delegation draft={draft} />
    </div>
  );
}

function AgentMenu({ draft: { values, set } }: { readonly draft: ItemDraft }) {
  const agents = useGet("GET /api/agents", {}, { refetchInterval: false }).data?.agents ?? [];
  const { provider } = values;
  const entries: readonly MenuPart[] = [
    { label: "The run's", chosen: provider === undefined, onSelect: () => set("provider", undefined) },
    ...agents.map((agent) => ({
      label: agent.displayName,
      chosen: agent.id === provider,
      disabled: agent.available ? (false as const) : "not installed",
      onSelect: () => set("provider", agent.id),
    })),
  ];
  return (
    <dl className="props">
      <dt>Agent</dt>
      <dd>
        <Pick label={`Agent: ${provider ?? "the run's"}`} entries={entries}>
          {provider === undefined ? <span className="dim">the run's</span> : provider}
        </Pick>
      </dd>
    </dl>
  );
}

function Delegation({ draft: { values, set } }: { readonly draft: ItemDraft }) {
  const { agentDelegation = {} } = values;
  const delegate = (change: { readonly [F in keyof AgentDelegation]?: AgentDelegation[F] | undefined }) =>
    set("agentDelegation", whole({ ...agentDelegation, ...change }));
  return (
    <>
      <dl className="props">
        <dt>Sub-agents</dt>
        <dd>
          <input
            type="number"
            className="estimate"
            min={MIN_CONCURRENCY}
            aria-label="Recommended number of sub-agents"
            placeholder="none"
            value={agentDelegation.recommendedConcurrency ?? ""}
            onChange={({ target: { value } }) =>
              delegate({ recommendedConcurrency: value === "" ? undefined : Number(value) })
            }
          />
        </dd>
      </dl>
      <h4 className="label">How to split the work</h4>
      <EditableText
        label="How to split the work"
        placeholder="A hint to the agent"
        value={agentDelegation.strategy ?? ""}
        onChange={(strategy) => delegate({ strategy })}
      />
      <h4 className="label">Parts</h4>
      <EditableText
        label="Parts, one a line"
        placeholder="One a line"
        value={(agentDelegation.subtasks ?? []).join("\n")}
        onChange={(text) => delegate({ subtasks: linesOf(text) })}
      />
    </>
  );
}

/** Lines as they are typed: the last one may be empty. */
function linesOf(text: string): readonly string[] | undefined {
  return text === "" ? undefined : text.split("\n");
}

/** Without what is empty; nothing left: no hint. */
function whole(hint: object): AgentDelegation | undefined {
  const given = Object.entries(hint).filter(
    ([, value]) => value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return given.length === 0 ? undefined : (Object.fromEntries(given) as AgentDelegation);
}
