import { lazy, Suspense } from "react";
import { useShortcuts } from "#web/app/shortcuts";
import { createStore, useStore } from "#web/app/store";

type Overlay = "palette" | "help" | null;

const overlay = createStore<Overlay>(null);

const Palette = lazy(async () => ({ default: (await import("#web/palette/palette")).Palette }));
const ShortcutsDialog = lazy(async () => ({
  default: (await import("#web/app/shortcuts-dialog")).ShortcutsDialog,
}));

export function openOverlay(which: "palette" | "help"): void {
  overlay.set(which);
}

/** The palette and the sheet of keys, each loaded when it is first asked for. */
export function Overlays() {
  const open = useStore(overlay);
  const close = () => overlay.set(null);
  useShortcuts("Everywhere", {
    palette: () => overlay.set(open === "palette" ? null : "palette"),
    help: () => overlay.set("help"),
  });
  return (
    <Suspense fallback={null}>
      {open === "palette" && <Palette onClose={close} />}
      {open === "help" && <ShortcutsDialog onClose={close} />}
    </Suspense>
  );
}
