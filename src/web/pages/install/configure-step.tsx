import { useGet } from "#web/api/queries";
import { optionFaults, type OptionTexts } from "#web/pages/install/install-draft";
import type { Install } from "#web/pages/install/use-install";
import { Check, Select, TextField } from "#web/ui/field";

/** Options of the project; all of them can stay as they are. */
export function ConfigureStep({ install }: { readonly install: Install }) {
  const { draft, change } = install;
  const { options } = draft;
  const set = (part: Partial<OptionTexts>) => change({ options: { ...options, ...part } });
  return (
    <>
      <TextField
        label="Name"
        autoFocus
        value={options.projectName}
        onChange={(projectName) => set({ projectName })}
        placeholder={draft.found?.id ?? ""}
        help="Of a backlog that is made now; one that is found keeps its own."
      />
      <Fields options={options} set={set} />
      <Checks options={options} set={set} />
    </>
  );
}

interface PartProps {
  readonly options: OptionTexts;
  readonly set: (part: Partial<OptionTexts>) => void;
}

function Fields({ options, set }: PartProps) {
  const agents = useGet("GET /api/agents", {}).data?.agents ?? [];
  const faults = optionFaults(options);
  return (
    <div className="pair">
      <Select
        label="Agent"
        value={options.provider}
        options={[
          { value: "", label: "The tool's default" },
          ...agents.map(({ id, available }) => ({
            value: id as string,
            label: available ? id : `${id} (not installed)`,
          })),
        ]}
        onChange={(provider) => set({ provider })}
        help="Runs every item that names no other."
      />
      <TextField
        label="Model"
        mono
        value={options.model}
        onChange={(model) => set({ model })}
        help="Empty: the agent's own default."
      />
      <TextField
        label="Iterations a run"
        inputMode="numeric"
        value={options.maxIterations}
        onChange={(maxIterations) => set({ maxIterations })}
        help="Empty: computed from the backlog, 20 at least."
        error={faults.maxIterations}
      />
      <TextField
        label="Session timeout in minutes"
        inputMode="decimal"
        value={options.sessionTimeout}
        onChange={(sessionTimeout) => set({ sessionTimeout })}
        help="Empty: 60."
        error={faults.sessionTimeout}
      />
    </div>
  );
}

function Checks({ options, set }: PartProps) {
  return (
    <div className="checks">
      <Check
        label="Sleep when the agent's usage is used up, and go on when it resets"
        on={options.sleepOnLimit}
        onChange={(sleepOnLimit) => set({ sleepOnLimit })}
      />
      <Check
        label="Sweep done items into the archive when a run starts"
        on={options.autoSweep}
        onChange={(autoSweep) => set({ autoSweep })}
      />
      <Check
        label="Ignore TOOL.md, REVIEW.md and the schema in git"
        on={options.gitignoreScripts}
        onChange={(gitignoreScripts) => set({ gitignoreScripts })}
      />
    </div>
  );
}
