import { CheckRow, originWords, Row, ShortField } from "#web/pages/status/start/option-rows";
import type { OptionsProps } from "#web/pages/status/start/start-fields";
import { TextArea } from "#web/ui/field";

/** The rest of what a run can be asked. */
export function MoreOptions({ form, set, defaults, faults, items }: OptionsProps) {
  const blocked = items.filter((item) => item.status === "blocked").length;
  const { form: before, from } = defaults;
  const sleeps = originWords(form.sleepOnLimit !== before.sleepOnLimit, from.sleepOnLimit);
  return (
    <div className="o">
      <CheckRow
        label="Only the review"
        on={form.reviewOnly}
        onChange={(reviewOnly) => set({ reviewOnly })}
        yes="No item is worked on"
        no="Off, the default"
      />
      <CheckRow
        label="Pause at a question"
        on={form.pauseAtQuestion}
        onChange={(pauseAtQuestion) => set({ pauseAtQuestion })}
        yes="The run waits for your answer"
        no="Goes on with other items, the default"
      />
      <CheckRow
        label="Blocked items again"
        on={form.retryBlocked}
        onChange={(retryBlocked) => set({ retryBlocked })}
        yes={`Tried again, ${blocked} of them`}
        no="They stay blocked, the default"
      />
      <CheckRow
        label="Sleep at a usage limit"
        on={form.sleepOnLimit}
        onChange={(sleepOnLimit) => set({ sleepOnLimit })}
        yes={`Until the window resets, ${sleeps}`}
        no={`The run ends there, ${sleeps}`}
      />
      <Row label="Failures in a row" fault={faults.breaker}>
        <ShortField
          label="Failures in a row"
          width={48}
          value={form.breaker}
          onChange={(breaker) => set({ breaker })}
          bad={faults.breaker !== undefined}
        />
        <span className="help">
          end the run, {originWords(form.breaker !== before.breaker, from.breaker)}
        </span>
      </Row>
      <VariablesRow form={form} set={set} fault={faults.variables} />
    </div>
  );
}

interface VariablesRowProps extends Pick<OptionsProps, "form" | "set"> {
  readonly fault: string | undefined;
}

function VariablesRow({ form, set, fault }: VariablesRowProps) {
  return (
    <Row label="Environment" fault={fault}>
      <div className="grow">
        <TextArea
          label="Environment, KEY=VALUE"
          hideLabel
          mono
          rows={2}
          placeholder="KEY=VALUE, one a line"
          value={form.variables}
          onChange={(variables) => set({ variables })}
        />
      </div>
    </Row>
  );
}
