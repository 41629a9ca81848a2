import { STACK_PRESETS, type CommandName, type StackPreset } from "#contracts/project-rules";
import { choicesOf, CommandRows } from "#web/forms/command-rows";
import { RadioMark } from "#web/forms/radio-mark";
import { profileOf } from "#web/pages/init/init-draft";
import type { Init } from "#web/pages/init/use-init";

const PRESETS: Readonly<Record<StackPreset, string>> = {
  "node-typescript": "vitest and tsc",
  "node-javascript": "node --test",
  python: "pytest and ruff",
  go: "go test, vet and build",
  rust: "cargo",
  custom: "Nothing is assumed",
};

/** The stack and its commands. */
export function StackStep({ init }: { readonly init: Init }) {
  const { draft, change } = init;
  const { commands } = profileOf(draft.stack);
  const choose = (stack: StackPreset) => change({ stack, commands: choicesOf(profileOf(stack).commands) });
  return (
    <>
      <div
        className="presets"
        role="radiogroup"
        tabIndex={-1}
        aria-label="Stack"
        onKeyDown={(event) => walk(event, choose, draft.stack)}
      >
        {STACK_PRESETS.map((stack) => (
          <button
            type="button"
            key={stack}
            role="radio"
            aria-checked={stack === draft.stack}
            tabIndex={stack === draft.stack ? 0 : -1}
            autoFocus={stack === draft.stack}
            className="preset"
            onClick={() => choose(stack)}
          >
            <RadioMark on={stack === draft.stack} />
            <span className="med">{stack}</span>
            <span className="sub">{PRESETS[stack]}</span>
          </button>
        ))}
      </div>
      <CommandRows
        choices={draft.commands}
        detected={commands}
        source={(_: CommandName, found) => (found ? `of ${draft.stack}` : "not in this stack")}
        onChange={(next) => change({ commands: next })}
      />
    </>
  );
}

/** Arrow keys choose, as in every group of radio buttons. */
function walk(
  event: React.KeyboardEvent<HTMLElement>,
  choose: (stack: StackPreset) => void,
  now: StackPreset,
): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const at = (STACK_PRESETS.indexOf(now) + by + STACK_PRESETS.length) % STACK_PRESETS.length;
  const next = STACK_PRESETS[at];
  if (next === undefined) return;
  choose(next);
  event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")[at]?.focus();
}
