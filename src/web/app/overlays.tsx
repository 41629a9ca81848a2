import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { useShortcuts } from "#web/app/shortcuts";
import { createStore, useStore } from "#web/app/store";

/** Until the page has what it needs itself. */
const REST_MS = 1_000;

type Overlay = "palette" | "help" | null;

const overlay = createStore<Overlay>(null);

/** Drawn at once when it is there: what is lazy shows its content a moment later, and keys are lost. */
const palette = createStore<((close: () => void) => ReactNode) | null>(null);

async function loadPalette(): Promise<void> {
  const { Palette } = await import("#web/palette/palette");
  palette.set((close) => <Palette onClose={close} />);
}

const ShortcutsDialog = lazy(async () => ({
  default: (await import("#web/app/shortcuts-dialog")).ShortcutsDialog,
}));

export function openOverlay(which: "palette" | "help"): void {
  overlay.set(which);
}

/** The palette and the sheet of keys. The palette is fetched once the page rests: what is typed at once after its key is meant for it, not for the keys of the page. */
export function Overlays() {
  const open = useStore(overlay);
  const drawPalette = useStore(palette);
  useEffect(() => {
    const resting = setTimeout(() => void loadPalette(), open === "palette" ? 0 : REST_MS);
    return () => clearTimeout(resting);
  }, [open]);
  const close = () => overlay.set(null);
  useShortcuts("Everywhere", {
    palette: () => overlay.set(open === "palette" ? null : "palette"),
    help: () => overlay.set("help"),
  });
  return (
    <Suspense fallback={null}>
      {open === "palette" && drawPalette?.(close)}
      {open === "help" && <ShortcutsDialog onClose={close} />}
    </Suspense>
  );
}
