import { DEFAULT_MARKER_OPTIONS } from "#contracts/defaults";
import type { MarkerOptions } from "#contracts/schema/marker";
import { SavedField, type Saving } from "#web/forms/saved-field";
import { Setting } from "#web/forms/sections";
import { useOptions } from "#web/pages/project-settings/use-options";
import { Switch } from "#web/ui/field";

interface OptionsProps {
  readonly id: string;
  readonly options: MarkerOptions;
  readonly saving: Saving;
}

const DEFAULTS = DEFAULT_MARKER_OPTIONS;

/** How long, how often, and what happens around a run. */
export function LoopOptions(props: OptionsProps) {
  return (
    <>
      <Limits {...props} />
      <AroundRuns {...props} />
    </>
  );
}

function Limits({ id, options, saving }: OptionsProps) {
  const { number } = useOptions(id, saving);
  const { maxIterations } = options;
  const timeout = options.sessionTimeout ?? DEFAULTS.sessionTimeout;
  const breaker = options.circuitBreakerThreshold ?? DEFAULTS.circuitBreakerThreshold;
  return (
    <>
      <NumberSetting
        label="Iterations a run"
        value={maxIterations === undefined ? "" : String(maxIterations)}
        save={number("maxIterations", { name: "Iterations", least: 1 }, null)}
        still={
          maxIterations === undefined ? "Still computed from the backlog." : `Still using ${maxIterations}.`
        }
        help="Empty: computed from the backlog, 20 at least"
      />
      <NumberSetting
        label="Session timeout"
        value={String(timeout)}
        save={number(
          "sessionTimeout",
          { name: "The timeout", least: 0.01, fraction: true },
          DEFAULTS.sessionTimeout,
        )}
        still={`Still using ${timeout}.`}
        help="minutes"
      />
      <NumberSetting
        label="Stop after failed starts in a row"
        value={String(breaker)}
        save={number(
          "circuitBreakerThreshold",
          { name: "Failed starts", least: 1 },
          DEFAULTS.circuitBreakerThreshold,
        )}
        still={`Still using ${breaker}.`}
        help="An agent that can't start costs no attempt of an item"
      />
    </>
  );
}

function AroundRuns({ id, options, saving }: OptionsProps) {
  const { number, turn } = useOptions(id, saving);
  const age = options.sweepMinAgeDays ?? DEFAULTS.sweepMinAgeDays;
  const sleeps = options.sleepOnLimit ?? DEFAULTS.sleepOnLimit;
  const sweeps = options.autoSweep ?? DEFAULTS.autoSweep;
  return (
    <>
      <SwitchSetting
        label="Sleep through a usage limit"
        on={sleeps}
        onChange={(on) => turn("sleepOnLimit", on)}
        help={
          sleeps ? "On: the run goes on when the window resets" : "Off: the run pauses, and can be resumed"
        }
      />
      <SwitchSetting
        label="Sweep done items when a run starts"
        on={sweeps}
        onChange={(on) => turn("autoSweep", on)}
        help={sweeps ? "On: they go to the archive" : "Off: they stay in the backlog"}
      />
      <NumberSetting
        label="Sweep items older than"
        value={String(age)}
        save={number(
          "sweepMinAgeDays",
          { name: "The age", least: 0, fraction: true },
          DEFAULTS.sweepMinAgeDays,
        )}
        still={`Still using ${age}.`}
        help="days since they were done"
      />
    </>
  );
}

interface NumberSettingProps {
  readonly label: string;
  readonly value: string;
  readonly save: (typed: string) => Promise<string | null>;
  readonly still: string;
  readonly help: string;
}

function NumberSetting({ label, help, ...field }: NumberSettingProps) {
  return (
    <Setting label={label}>
      <span className="beside">
        <SavedField label={label} small width={80} {...field} />
        <span className="help">{help}</span>
      </span>
    </Setting>
  );
}

interface SwitchSettingProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly help: string;
}

function SwitchSetting({ label, on, onChange, help }: SwitchSettingProps) {
  return (
    <Setting label={label}>
      <span className="beside">
        <Switch label={label} hideLabel on={on} onChange={onChange} />
        <span className="help">{help}</span>
      </span>
    </Setting>
  );
}
