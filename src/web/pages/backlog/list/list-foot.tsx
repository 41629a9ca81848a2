import { Link2, Trash2, Undo2, X } from "lucide-react";
import { useState } from "react";
import { ITEM_TYPES, PRIORITIES } from "#contracts/item-rules";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { useGet } from "#web/api/queries";
import { useShortcuts } from "#web/app/shortcuts";
import { DependencyPicker } from "#web/pages/backlog/panel/dependency-picker";
import { openFindings } from "#web/pages/backlog/findings-dialog";
import type { BulkChange, ItemDeeds } from "#web/pages/backlog/item-deeds";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import type { Selection } from "#web/pages/backlog/list/use-selection";
import { counted } from "#web/ui/words";
import { Button, IconButton } from "#web/ui/button";
import { PriorityBars } from "#web/ui/glyph";
import { Kbd } from "#web/ui/kbd";
import { Menu } from "#web/ui/menu";

interface ListFootProps {
  readonly projectId: string;
  readonly facts: BacklogFacts;
}

/** The keys of the list, and whether the file is sound. */
export function ListFoot({ projectId, facts }: ListFootProps) {
  return (
    <footer className="foot">
      <span>
        <Kbd>J</Kbd>
        <Kbd>K</Kbd> move
      </span>
      <span>
        <Kbd>Enter</Kbd> open
      </span>
      <span>
        <Kbd>X</Kbd> select
      </span>
      <span className="opt">
        <Kbd>E</Kbd> edit title
      </span>
      <span className="opt">
        <Kbd>1</Kbd>
        <Kbd>2</Kbd>
        <Kbd>3</Kbd>
        <Kbd>4</Kbd> priority
      </span>
      <span className="grow" />
      <Soundness projectId={projectId} count={facts.items.length} />
    </footer>
  );
}

function Soundness({ projectId, count }: { readonly projectId: string; readonly count: number }) {
  const report = useGet("GET /api/projects/:id/backlog/validate", { params: { id: projectId } }).data;
  const items = counted(count, "item");
  if (report === undefined) return <span>{items}</span>;
  if (report.valid) return <span>{items}, backlog.json is valid</span>;
  return (
    <span>
      {items},
      <button type="button" className="u danger" onClick={() => openFindings.set(projectId)}>
        backlog.json is not valid
      </button>
    </span>
  );
}

interface BulkBarProps {
  readonly facts: BacklogFacts;
  readonly selection: Selection;
  readonly deeds: ItemDeeds;
  readonly shown: number;
}

/** What can be done to all that are selected; stands in the place of the foot. */
export function BulkBar({ facts, selection, deeds, shown }: BulkBarProps) {
  const { ids } = selection;
  const items = ids.flatMap((id) => facts.byId.get(id) ?? []);
  const blocked = items.filter(({ status }) => status === "blocked");
  return (
    <footer className="foot bulk" aria-label="Selected items">
      <span className="strong">{ids.length.toLocaleString("en")} selected</span>
      <BulkMenus ids={ids} deeds={deeds} />
      <BulkWaits facts={facts} items={items} deeds={deeds} />
      <Button
        size="sm"
        icon={Undo2}
        disabled={blocked.length === 0 && "None of them is blocked"}
        onClick={() => void deeds.unblock(blocked)}
      >
        Unblock
      </Button>
      <Button
        size="sm"
        kind="danger"
        icon={Trash2}
        onClick={() => {
          if (deeds.remove(ids)) selection.clear();
        }}
      >
        Delete
      </Button>
      <span className="grow" />
      {ids.length < shown && (
        <Button size="sm" kind="ghost" onClick={selection.all}>
          Select all {shown.toLocaleString("en")}
        </Button>
      )}
      <IconButton size="sm" icon={X} label="Select none" hint="Esc" onClick={selection.clear} />
    </footer>
  );
}

function BulkMenus({ ids, deeds }: { readonly ids: readonly string[]; readonly deeds: ItemDeeds }) {
  const all = (change: BulkChange) => new Map(ids.map((id) => [id, change]));
  const [have, are] = ids.length === 1 ? ["has", "is"] : ["have", "are"];
  return (
    <>
      <Menu
        size="sm"
        align="start"
        entries={PRIORITIES.map((priority) => ({
          label: `Priority ${priority}`,
          lead: <PriorityBars priority={priority} />,
          hint: String(priority),
          onSelect: () => void deeds.edit(all({ priority }), `${have} priority ${priority}`),
        }))}
      >
        Priority
      </Menu>
      <Menu
        size="sm"
        align="start"
        entries={ITEM_TYPES.map((type) => ({
          label: type,
          onSelect: () => void deeds.edit(all({ type }), `${are} of type ${type}`),
        }))}
      >
        Type
      </Menu>
    </>
  );
}

function BulkWaits({
  facts,
  items,
  deeds,
}: {
  readonly facts: BacklogFacts;
  readonly items: readonly BacklogItem[];
  readonly deeds: ItemDeeds;
}) {
  const [open, setOpen] = useState(false);
  useShortcuts("Backlog", { waits: () => setOpen(true) });
  const add = (id: string) => {
    setOpen(false);
    const changes = new Map(
      items
        .filter(({ dependsOn = [] }) => !dependsOn.includes(id))
        .map((item) => [item.id, { dependsOn: [...(item.dependsOn ?? []), id] }]),
    );
    void deeds.edit(changes, `${changes.size === 1 ? "waits" : "wait"} for ${id}`);
  };
  return (
    <DependencyPicker
      facts={facts}
      waiting={items}
      open={open}
      onOpenChange={setOpen}
      onPick={add}
      trigger={
        <Button size="sm" icon={Link2}>
          Waits for
        </Button>
      }
    />
  );
}
