import { useId } from "react";
import { AGENT_IDS, LARGE_CONTEXT_SUFFIX, TIER_ALIASES } from "#contracts/agent-ids";
import type { AgentInfo } from "#contracts/schema/agent-info";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { counted } from "#web/ui/words";
import { CheckRow, originWords, Row, ShortField } from "#web/pages/status/start/option-rows";
import type { FormFaults, StartDefaults, StartForm } from "#web/pages/status/start/start-options";
import { Select, TextField } from "#web/ui/field";

export interface OptionsProps {
  readonly form: StartForm;
  readonly set: (change: Partial<StartForm>) => void;
  readonly defaults: StartDefaults;
  readonly faults: FormFaults;
  readonly items: readonly BacklogItem[];
}

interface StartFieldsProps extends OptionsProps {
  readonly agents: readonly AgentInfo[];
}

/** What is set most often. */
export function StartFields(props: StartFieldsProps) {
  const { form, set, items } = props;
  const named = items.filter((item) => item.status !== "done" && item.model !== undefined).length;
  const count =
    named === 0 ? "no item names one" : `${counted(named, "item")} ${named === 1 ? "names" : "name"} one`;
  return (
    <div className="o">
      <NumberRows {...props} />
      <CheckRow
        label="Models set on items"
        on={form.itemModels}
        onChange={(itemModels) => set({ itemModels })}
        yes={
          <>
            Use them <span className="faint">({count})</span>
          </>
        }
        no={`Ignored in this run (${count})`}
      />
      <CheckRow
        label="Review at the end"
        on={form.review || form.reviewOnly}
        onChange={(review) => set(review ? { review } : { review, reviewOnly: false })}
        yes="Read the diff and file what is wrong as items"
        no="Off, the default"
      />
      <CheckRow
        label="Review in every session"
        on={form.sessionReview}
        onChange={(sessionReview) => set({ sessionReview })}
        yes="As the agent's own hooks do, the default"
        no={form.review ? "Off, the review at the end is enough" : "Off"}
      />
    </div>
  );
}

function NumberRows({ form, set, defaults, faults, agents }: StartFieldsProps) {
  const { from, form: before } = defaults;
  return (
    <>
      <Row label="Iterations" fault={faults.iterations}>
        <ShortField
          label="Iterations"
          width={72}
          focus
          value={form.iterations}
          onChange={(iterations) => set({ iterations })}
          bad={faults.iterations !== undefined}
        />
        <span className="help">{originWords(form.iterations !== before.iterations, from.iterations)}</span>
      </Row>
      <Row label="Agent and model">
        <AgentPick form={form} set={set} defaults={defaults} agents={agents} />
        <ModelPick form={form} set={set} defaults={defaults} />
      </Row>
      <Row label="Tries and time" fault={faults.retries ?? faults.minutes}>
        <ShortField
          label="Retries"
          width={48}
          value={form.retries}
          onChange={(retries) => set({ retries })}
          bad={faults.retries !== undefined}
        />
        <span className="help">retries,</span>
        <ShortField
          label="Minutes a session"
          width={48}
          value={form.minutes}
          onChange={(minutes) => set({ minutes })}
          bad={faults.minutes !== undefined}
        />
        <span className="help">
          minutes a session, {originWords(form.minutes !== before.minutes, from.minutes)}
        </span>
      </Row>
    </>
  );
}

type PickProps = Pick<OptionsProps, "form" | "set" | "defaults">;

function AgentPick({ form, set, defaults, agents }: PickProps & Pick<StartFieldsProps, "agents">) {
  const known: readonly Pick<AgentInfo, "id" | "available">[] =
    agents.length > 0 ? agents : AGENT_IDS.map((id) => ({ id, available: true }));
  const others = known.filter(({ id }) => id !== defaults.agent);
  const options: readonly { readonly value: string; readonly label: string }[] = [
    { value: "", label: `${defaults.agent}, ${defaults.from.agent}` },
    ...others.map(({ id, available }) => ({ value: id, label: available ? id : `${id}, not installed` })),
  ];
  return (
    <div className="grow">
      <Select
        small
        label="Agent"
        hideLabel
        value={form.agent}
        options={options}
        onChange={(agent) => set({ agent })}
      />
    </div>
  );
}

/** Any name is taken; the tiers are Claude's. */
function ModelPick({ form, set, defaults }: PickProps) {
  const list = useId();
  const agent = form.agent === "" ? defaults.agent : form.agent;
  const tiers = agent === "claude-cli" || agent === "generic-cli" ? TIER_ALIASES : [];
  return (
    <div className="grow">
      <TextField
        small
        label="Model"
        hideLabel
        placeholder={defaults.model}
        title={`Model, ${originWords(form.model !== "", defaults.from.model)}`}
        list={list}
        value={form.model}
        onChange={(model) => set({ model })}
      />
      <datalist id={list}>
        {tiers
          .flatMap((tier) => [tier, `${tier}${LARGE_CONTEXT_SUFFIX}`])
          .map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
      </datalist>
    </div>
  );
}
