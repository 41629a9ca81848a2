import { PACKAGE_MANAGERS, STACKS, type CommandName } from "#contracts/project-rules";
import { composeVerify } from "#core/profile/verify-command";
import { CommandRows, commandsOf } from "#web/forms/command-rows";
import { fieldsOf } from "#web/pages/install/install-draft";
import type { Install } from "#web/pages/install/use-install";
import { Select } from "#web/ui/field";
import { Notice } from "#web/ui/notice";

/** What the commands are. */
export function ProfileStep({ install }: { readonly install: Install }) {
  const { draft, change } = install;
  const { found, stack, packageManager, monorepo, commands } = draft;
  if (found === null) return null;
  const { profile } = found.preflight;
  const help = (same: boolean, was: string) => (same ? "As detected" : `Edited, was ${was}`);
  const stacks = STACKS.some((one) => one === stack) ? STACKS : [...STACKS, stack];
  return (
    <>
      <div className="three">
        <Select
          label="Stack"
          value={stack}
          options={stacks.map((value) => ({ value, label: value }))}
          onChange={(next) => change({ stack: next })}
          help={help(stack === profile.stack, profile.stack)}
        />
        <Select
          label="Package manager"
          value={packageManager}
          options={[
            ...PACKAGE_MANAGERS.map((value) => ({ value: value as string, label: value })),
            { value: "", label: "None" },
          ]}
          onChange={(next) => change({ packageManager: next })}
          help={help(packageManager === (profile.packageManager ?? ""), profile.packageManager ?? "none")}
        />
        <Select
          label="Layout"
          value={monorepo ? "monorepo" : "single"}
          options={[
            { value: "single", label: "One package" },
            { value: "monorepo", label: "Monorepo" },
          ]}
          onChange={(next) => change({ monorepo: next === "monorepo" })}
          help={help(monorepo === profile.monorepo, profile.monorepo ? "monorepo" : "one package")}
        />
      </div>
      <CommandRows
        choices={commands}
        detected={profile.commands}
        source={(name, there) => sourceOf(profile.stack, name, there)}
        onChange={(next) => change({ commands: next })}
        onDetect={() => change(fieldsOf(found))}
      />
      {composeVerify(commandsOf(commands)) === "" && (
        <Notice tone="warning">
          No command verifies an item. Its default criterion will be “The project's own verification passes”,
          and the agent has to find out what that is.
        </Notice>
      )}
    </>
  );
}

/** Where detection takes its commands from. */
function sourceOf(stack: string, name: CommandName, there: boolean): string {
  const node = stack.startsWith("node-");
  if (there) return node ? "script in package.json" : `usual for ${stack}`;
  if (!node) return "not detected";
  return name === "format" ? "no format:check script" : `no usable ${name} script`;
}
