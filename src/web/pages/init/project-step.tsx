import { shortPath } from "#web/app/short-path";
import { nameFault } from "#web/pages/init/init-draft";
import type { Init } from "#web/pages/init/use-init";
import { TextArea, TextField } from "#web/ui/field";

/** What it is called, and what it is to be. */
export function ProjectStep({ init }: { readonly init: Init }) {
  const { draft, change, root, error } = init;
  const { name, description } = draft;
  const fault = name === "" ? null : nameFault(name);
  const folder = `${shortPath(root)}/${name.trim() === "" ? "…" : name.trim()}`;
  return (
    <>
      <TextField
        label="Name"
        autoFocus
        value={name}
        onChange={(next) => change({ name: next })}
        help={`Makes the folder ${folder} with a git repository of its own.`}
        error={fault ?? error ?? undefined}
      />
      <TextArea
        label="Description"
        rows={5}
        value={description}
        onChange={(next) => change({ description: next })}
        help="What is to be built, for the README and for the agent. Can stay empty."
      />
    </>
  );
}
