import { useState } from "react";
import { ALL_SHORTCUTS, type ShortcutScope } from "#web/app/shortcut-table";
import { Dialog } from "#web/ui/dialog";
import { Keys } from "#web/ui/kbd";

const COLUMNS: readonly (readonly ShortcutScope[])[] = [
  ["Everywhere", "Projects"],
  ["Backlog"],
  ["Status", "Editing"],
];

/** Everything under `?`. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const search = (
    <input
      type="text"
      className="input sm key-search"
      placeholder="Find a shortcut"
      aria-label="Find a shortcut"
      autoFocus
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
  return (
    <Dialog open title="Shortcuts" width={880} className="keys" head={search} onClose={onClose}>
      <div className="cols">
        {COLUMNS.map((scopes) => (
          <div key={scopes.join(" ")} className="col">
            {scopes.map((scope) => (
              <ScopeKeys key={scope} scope={scope} wanted={wanted} />
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function ScopeKeys({ scope, wanted }: { readonly scope: ShortcutScope; readonly wanted: string }) {
  const found = ALL_SHORTCUTS.filter(
    (one) => one.scope === scope && one.label.toLowerCase().includes(wanted),
  );
  if (found.length === 0) return null;
  return (
    <section>
      <h3>{scope}</h3>
      <dl>
        {found.map(({ name, label, keys }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <Keys of={keys.length === 2 && keys[1]?.startsWith("Arrow") ? keys.slice(0, 1) : keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
