import { RefreshCw } from "lucide-react";
import { COMMAND_NAMES, type CommandName } from "#contracts/project-rules";
import type { ProfileCommands } from "#contracts/schema/profile";
import { composeVerify, type CommandOverrides } from "#core/profile/verify-command";
import { Button } from "#web/ui/button";
import { Check, TextField } from "#web/ui/field";

export interface CommandChoice {
  readonly on: boolean;
  readonly text: string;
}

/** What is in the fields; one that is off keeps its text. */
export type CommandChoices = Readonly<Record<CommandName, CommandChoice>>;

/** The fields as detection would fill them. */
export function choicesOf(commands: ProfileCommands): CommandChoices {
  const choice = (name: CommandName) => ({ on: commands[name] !== null, text: commands[name] ?? "" });
  return {
    test: choice("test"),
    typecheck: choice("typecheck"),
    lint: choice("lint"),
    build: choice("build"),
    format: choice("format"),
  };
}

/** The chosen lines; null where there is none. */
export function commandsOf(choices: CommandChoices): ProfileCommands {
  const line = ({ on, text }: CommandChoice) => (on && text.trim() !== "" ? text.trim() : null);
  return {
    test: line(choices.test),
    typecheck: line(choices.typecheck),
    lint: line(choices.lint),
    build: line(choices.build),
    format: line(choices.format),
  };
}

/** Only what differs from detection; "" switches one off. */
export function overridesOf(choices: CommandChoices, detected: ProfileCommands): CommandOverrides {
  const chosen = commandsOf(choices);
  return Object.fromEntries(
    COMMAND_NAMES.filter((name) => chosen[name] !== detected[name]).map((name) => [name, chosen[name] ?? ""]),
  );
}

interface CommandRowsProps {
  readonly choices: CommandChoices;
  readonly detected: ProfileCommands;
  /** Where a detected command comes from, or why there is none. */
  readonly source: (name: CommandName, found: boolean) => string;
  readonly onChange: (choices: CommandChoices) => void;
  readonly onDetect?: () => void;
}

/** The five commands with a check each, and what they come to. */
export function CommandRows({ choices, detected, source, onChange, onDetect }: CommandRowsProps) {
  const verify = composeVerify(commandsOf(choices));
  const set = (name: CommandName, choice: CommandChoice) => onChange({ ...choices, [name]: choice });
  return (
    <>
      <div>
        <div className="cmds-h">
          <span className="label">Commands</span>
          <span className="grow" />
          {onDetect !== undefined && (
            <Button kind="ghost" size="sm" icon={RefreshCw} onClick={onDetect}>
              Detect again
            </Button>
          )}
        </div>
        <div className="cmds">
          {COMMAND_NAMES.map((name) => {
            const { on, text } = choices[name];
            return (
              <div className="cmd" key={name}>
                <Check label={name} hideLabel on={on} onChange={(next) => set(name, { on: next, text })} />
                <span className={on ? undefined : "faint"}>{name}</span>
                <TextField
                  label={`${name} command`}
                  hideLabel
                  small
                  mono
                  placeholder="None"
                  value={on ? text : ""}
                  disabled={!on}
                  onChange={(typed) => set(name, { on, text: typed })}
                />
                <span className="small faint cut" title={origin(choices[name], detected[name])}>
                  {origin(choices[name], detected[name]) ?? source(name, detected[name] !== null)}
                </span>
              </div>
            );
          })}
        </div>
      </div>
      <div className="field">
        <span className="label">Verify runs, in this order</span>
        <code className="verify">{verify === "" ? "Nothing: no command is on" : verify}</code>
      </div>
    </>
  );
}

/** Undefined: it stands as it was found. */
function origin({ on, text }: CommandChoice, detected: string | null): string | undefined {
  const now = on && text.trim() !== "" ? text.trim() : null;
  if (now === detected) return undefined;
  if (now === null) return "switched off";
  return detected === null ? "yours" : `edited, was ${detected}`;
}
