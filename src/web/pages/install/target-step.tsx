import { shortPath } from "#web/app/short-path";
import type { Install } from "#web/pages/install/use-install";
import { TextField } from "#web/ui/field";

/** Which folder. */
export function TargetStep({ install }: { readonly install: Install }) {
  const { draft, change, root, error, look } = install;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void look();
      }}
    >
      <TextField
        label="Folder"
        mono
        autoFocus
        value={draft.folder}
        onChange={(folder) => change({ folder, reached: 0 })}
        placeholder={root === "" ? "" : `${shortPath(root)}/…`}
        help={`Its name, directly below ${root === "" ? "the root directory" : shortPath(root)}. For a folder that isn't there yet, make a new project.`}
        error={error ?? undefined}
      />
    </form>
  );
}
