import type { CliHost } from "#cli/host";
import type { Footer } from "#cli/render/footer";
import type { Release } from "#engine/ports";

export interface TerminalListeners {
  readonly onKey: (key: string) => void;
  readonly onResize: () => void;
  /** After Ctrl-Z and fg: what was drawn is gone. */
  readonly onBack: () => void;
}

export interface TakenTerminal {
  /** Stopped by Ctrl-Z: nothing may be drawn. */
  readonly away: boolean;
  readonly suspend: () => void;
  /** Cursor, mode and last lines are as they were before. */
  readonly release: Release;
}

/** Keys and resizes for a view with a footer; what was taken is given back at Ctrl-Z, too. */
export function takeTerminal(host: CliHost, footer: Footer, on: TerminalListeners): TakenTerminal {
  let away = false;
  let released = false;
  let deafen = host.keyboard?.listen(on.onKey);
  const unresize = host.onResize(on.onResize);
  const suspend = async (): Promise<void> => {
    if (away || released) return;
    away = true;
    footer.clear();
    deafen?.();
    await host.suspend();
    away = false;
    if (released) return;
    deafen = host.keyboard?.listen(on.onKey);
    footer.forget();
    on.onResize();
    on.onBack();
  };
  return {
    get away() {
      return away;
    },
    suspend: () => void suspend(),
    release() {
      if (released) return;
      released = true;
      if (!away) deafen?.();
      unresize();
      footer.clear();
    },
  };
}
