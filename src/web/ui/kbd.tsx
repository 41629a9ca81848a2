import type { ReactNode } from "react";
import { keyLabel } from "#web/app/shortcut-table";

/** A key as it is drawn. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd>{children}</kbd>;
}

/** All combinations of a shortcut: chords with "then" between. */
export function Keys({ of: keys }: { readonly of: readonly string[] }) {
  const shown = keys.filter((key) => !key.startsWith("meta+"));
  return shown.map((key) => (
    <span key={key} className="keyset">
      {key.split(" ").map((part, at) => (
        <span key={part} className="keyset">
          {at > 0 && <span className="faint small">then</span>}
          <Kbd>{keyLabel(part)}</Kbd>
        </span>
      ))}
    </span>
  ));
}
