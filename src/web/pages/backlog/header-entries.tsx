import { Archive, CircleCheck, FolderArchive, Workflow, List, Plus, Undo2 } from "lucide-react";
import { useMemo } from "react";
import { useCommands, type PaletteCommand } from "#web/app/commands";
import { NEW_ITEM, useView } from "#web/pages/backlog/backlog-view";
import { openFindings } from "#web/pages/backlog/findings-dialog";
import { BUSY, type ItemDeeds } from "#web/pages/backlog/item-deeds";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { counted } from "#web/ui/words";
import type { MenuPart } from "#web/ui/menu";

interface HeaderDeeds {
  readonly id: string;
  readonly facts: BacklogFacts;
  readonly deeds: ItemDeeds;
  readonly live: boolean;
}

/** What can be done to the whole backlog: in the header's menu, and in the palette. */
export function useHeaderEntries({ id, facts, deeds, live }: HeaderDeeds): readonly MenuPart[] {
  const { view, change } = useView(id);
  const done = facts.items.filter(({ status }) => status === "done").length;
  const blocked = facts.items.filter(({ status }) => status === "blocked").length;
  const inArchive = view.mode === "archive";
  useHeaderCommands({ id, facts, deeds, live });
  return [
    {
      label: done === 0 ? "Sweep to the archive" : `Sweep ${counted(done, "done item")}`,
      icon: Archive,
      disabled: (live && BUSY) || (done === 0 && "Nothing is done"),
      onSelect: deeds.sweep,
    },
    {
      label: inArchive ? "Back to the backlog" : "Archive",
      icon: inArchive ? List : FolderArchive,
      onSelect: () => change({ view: inArchive ? undefined : "archive", item: undefined }),
    },
    "line",
    { label: "Check backlog.json", icon: CircleCheck, onSelect: () => openFindings.set(id) },
    {
      label: blocked === 0 ? "Unblock all" : `Unblock ${counted(blocked, "item")}`,
      icon: Undo2,
      disabled: (live && BUSY) || (blocked === 0 && "Nothing is blocked"),
      onSelect: () => void deeds.unblockAll(),
    },
  ];
}

function useHeaderCommands({ id, facts, deeds, live }: HeaderDeeds): void {
  const { view, change } = useView(id);
  const mode = view.mode;
  const done = facts.items.filter(({ status }) => status === "done").length;
  const commands = useMemo<readonly PaletteCommand[]>(
    () => [
      {
        id: "item-new",
        label: "New item",
        icon: Plus,
        hint: "C",
        run: () => change({ item: NEW_ITEM, view: undefined }),
      },
      {
        id: "item-graph",
        label: mode === "graph" ? "Show the backlog as a list" : "Show the dependencies",
        icon: mode === "graph" ? List : Workflow,
        hint: "Shift G",
        run: () => change({ view: mode === "graph" ? undefined : "graph" }),
      },
      {
        id: "item-archive",
        label: "Archive",
        icon: FolderArchive,
        run: () => change({ view: "archive", item: undefined }),
      },
      ...(done > 0 && !live
        ? [
            {
              id: "item-sweep",
              label: `Sweep ${counted(done, "done item")}`,
              icon: Archive,
              run: deeds.sweep,
            },
          ]
        : []),
      {
        id: "item-validate",
        label: "Check backlog.json",
        icon: CircleCheck,
        run: () => openFindings.set(id),
      },
    ],
    // The deeds are made anew on each drawing and differ by the facts alone.
    // oxlint-disable-next-line react/exhaustive-deps
    [change, mode, id, facts, live],
  );
  useCommands(commands);
}
