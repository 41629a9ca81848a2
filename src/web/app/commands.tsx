import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { createStore, useStore } from "#web/app/store";

/** One entry of the palette's commands. */
export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** When or on what: faint, after the label. */
  readonly detail?: string;
  readonly icon?: LucideIcon;
  /** The key that does the same, as it is written. */
  readonly hint?: string;
  readonly run: () => void;
}

const registered = createStore<readonly (readonly PaletteCommand[])[]>([]);

/** Offers a page's deeds in the palette while it is mounted. Give a list that is memoized: each new one is registered anew. */
export function useCommands(commands: readonly PaletteCommand[]): void {
  useEffect(() => {
    registered.set([...registered.get(), commands]);
    return () => registered.set(registered.get().filter((list) => list !== commands));
  }, [commands]);
}

/** All of them, those of the innermost page first. */
export function useAllCommands(): readonly PaletteCommand[] {
  return useStore(registered).toReversed().flat();
}
