import type { MarkerOptions } from "#contracts/schema/marker";
import { useGet } from "#web/api/queries";
import { SavedField, type Saving } from "#web/forms/saved-field";
import { Setting } from "#web/forms/sections";
import {
  readSettings,
  readVariables,
  settingsText,
  variablesText,
} from "#web/pages/project-settings/option-texts";
import { useOptions } from "#web/pages/project-settings/use-options";
import { Select } from "#web/ui/field";
import { showFailure } from "#web/ui/toast";

interface AgentOptionsProps {
  readonly id: string;
  readonly options: MarkerOptions;
  readonly saving: Saving;
}

/** Agent, model, variables and the agent's own settings. */
export function AgentOptions({ id, options, saving }: AgentOptionsProps) {
  const { change } = useOptions(id, saving);
  const { provider = "", model = "", childEnv, providerConfig } = options;
  return (
    <>
      <Setting label="Agent">
        <AgentSelect provider={provider} onChange={(next) => change({ provider: next })} />
      </Setting>
      <Setting label="Model">
        <SavedField
          label="Model"
          mono
          value={model}
          placeholder="The agent's own default"
          save={(typed) => change({ model: typed.trim() === "" ? null : typed.trim() })}
          still={model === "" ? "Still the agent's own." : `Still using ${model}.`}
        />
      </Setting>
      <Setting label="Variables" help="For the agent's environment, NAME=value, one a line" top>
        <SavedField
          label="Variables"
          mono
          lines={3}
          value={variablesText(childEnv)}
          save={async (typed) => {
            const read = readVariables(typed);
            return typeof read === "string" ? read : change({ childEnv: read });
          }}
          still="What was stored still holds."
        />
      </Setting>
      <Setting label="Settings of the agent" help="As JSON: binary, extraArgs, env" top>
        <SavedField
          label="Settings of the agent"
          mono
          lines={4}
          value={settingsText(providerConfig)}
          save={async (typed) => {
            const read = readSettings(typed);
            return typeof read === "string" ? read : change({ providerConfig: read });
          }}
          still="What was stored still holds."
        />
      </Setting>
    </>
  );
}

interface AgentSelectProps {
  readonly provider: string;
  /** Null: the tool's default. */
  readonly onChange: (provider: string | null) => Promise<string | null>;
}

function AgentSelect({ provider, onChange }: AgentSelectProps) {
  const agents = useGet("GET /api/agents", {}).data?.agents;
  const fallback = useGet("GET /api/config", {}).data?.defaultProvider;
  const known: readonly string[] = agents?.map(({ id }) => id) ?? [];
  const choose = async (next: string) => {
    const wrong = await onChange(next === "" ? null : next);
    if (wrong !== null) showFailure("Not saved", wrong);
  };
  return (
    <Select
      label="Agent"
      hideLabel
      value={provider}
      options={[
        {
          value: "",
          label: fallback === undefined ? "The tool's default" : `The tool's default, ${fallback}`,
        },
        ...(agents ?? []).map(({ id, available }) => ({
          value: id as string,
          label: available ? id : `${id} (not here)`,
        })),
        ...(provider === "" || known.includes(provider) ? [] : [{ value: provider, label: provider }]),
      ]}
      onChange={(next) => void choose(next)}
    />
  );
}
