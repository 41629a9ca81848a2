import { Check, Copy, Ellipsis, Link as LinkIcon, Trash2, Undo2, X } from "lucide-react";
import { useState } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { useGet } from "#web/api/queries";
import { NEW_ITEM } from "#web/pages/backlog/backlog-view";
import { draftNew, useDraft, type DraftValues } from "#web/pages/backlog/drafts";
import { BUSY, type ItemDeeds } from "#web/pages/backlog/item-deeds";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { PanelFoot } from "#web/pages/backlog/panel/panel-foot";
import { PanelForm } from "#web/pages/backlog/panel/panel-form";
import { PanelFrame, type PanelAsk } from "#web/pages/backlog/panel/panel-frame";
import { shortReason } from "#web/pages/backlog/reason-words";
import { Trouble } from "#web/pages/backlog/panel/panel-trouble";
import { visibleText } from "#core/text/visible-text";
import { listedIds } from "#web/ui/words";
import { IconButton } from "#web/ui/button";
import { ItemGlyph } from "#web/ui/glyph";
import { announce } from "#web/ui/live";
import { Menu, type MenuPart } from "#web/ui/menu";

interface ItemPanelProps {
  readonly projectId: string;
  readonly item: BacklogItem;
  readonly facts: BacklogFacts;
  readonly live: boolean;
  readonly deeds: ItemDeeds;
  readonly ask: PanelAsk | null;
  readonly onAsked: () => void;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  /** Esc in a field: back to the list. */
  readonly onLeave: () => void;
}

/** One item, everything in it written in place. Use it with the item's id as its key. */
export function ItemPanel(props: ItemPanelProps) {
  const { projectId, item, facts, live, deeds, ask, onAsked, onOpen, onLeave } = props;
  const draft = useDraft(projectId, item);
  const marker = useGet("GET /api/projects/:id", { params: { id: projectId } }).data?.marker;
  return (
    <PanelFrame label={`Item ${item.id}`} ask={ask} onAsked={onAsked} onLeave={onLeave}>
      <PanelHead {...props} />
      <div className="scroll grow" tabIndex={-1}>
        <PanelForm
          item={item}
          draft={draft}
          facts={facts}
          profile={marker?.profile}
          projectModel={marker?.options.model}
          onOpen={onOpen}
          trouble={
            <Trouble
              projectId={projectId}
              item={item}
              facts={facts}
              live={live}
              onUnblock={() => void deeds.unblock([item])}
              onKept={onLeave}
            />
          }
        />
      </div>
      <PanelFoot projectId={projectId} item={item} draft={draft} />
    </PanelFrame>
  );
}

function PanelHead({ projectId, item, facts, live, deeds, onOpen, onClose }: ItemPanelProps) {
  const { words, tone } = standing(item, facts);
  const duplicate = () => {
    draftNew(projectId, copyOf(item));
    onOpen(NEW_ITEM);
  };
  const unblock = {
    label: "Unblock",
    icon: Undo2,
    hint: "U",
    disabled: live && BUSY,
    onSelect: () => void deeds.unblock([item]),
  };
  const entries: readonly MenuPart[] = [
    ...(item.status === "blocked" ? [unblock] : []),
    { label: "Duplicate", icon: Copy, onSelect: duplicate },
    "line",
    {
      label: "Delete",
      icon: Trash2,
      hint: "Delete",
      danger: true,
      onSelect: () => {
        if (deeds.remove([item.id])) onClose();
      },
    },
  ];
  return (
    <div className="panel-h">
      <ItemGlyph look={facts.lookOf(item)} />
      <span className="id">{item.id}</span>
      <span className={`small cut ${tone}`}>{words}</span>
      <span className="grow" />
      <CopyLink projectId={projectId} itemId={item.id} />
      <Menu size="sm" icon={Ellipsis} label="Duplicate, delete" entries={entries} />
      <IconButton size="sm" icon={X} label="Close" hint="Esc" onClick={onClose} />
    </div>
  );
}

function CopyLink({ projectId, itemId }: { readonly projectId: string; readonly itemId: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const link = new URL(`/projects/${encodeURIComponent(projectId)}/backlog`, location.href);
    link.searchParams.set("item", itemId);
    await navigator.clipboard.writeText(link.href);
    announce("Link copied");
    setCopied(true);
  };
  return (
    <IconButton
      size="sm"
      icon={copied ? Check : LinkIcon}
      label={copied ? "Copied" : "Copy link"}
      onBlur={() => setCopied(false)}
      onClick={() => void copy()}
    />
  );
}

const COPIED = [
  "title",
  "description",
  "type",
  "priority",
  "acceptanceCriteria",
  "dependsOn",
  "notes",
  "estimatedIterations",
  "agentDelegation",
  "specReferences",
  "model",
  "provider",
] as const satisfies readonly (keyof DraftValues)[];

/** What a second item like this one begins with: nothing that the loop has written. */
function copyOf(item: BacklogItem): Partial<DraftValues> {
  return Object.fromEntries(COPIED.filter((field) => field in item).map((field) => [field, item[field]]));
}

/** Why the item is where it is. */
export function standing(
  item: BacklogItem,
  facts: BacklogFacts,
): { readonly words: string; readonly tone: string } {
  switch (item.status) {
    case "done":
      return { words: "Done", tone: "faint" };
    case "in_progress":
      return { words: "In progress", tone: "info" };
    case "blocked":
      if (item.needsHuman === true) return { words: "Needs an answer", tone: "warning" };
      return item.deferred === true
        ? { words: visibleText(capital(shortReason(item))), tone: "warning" }
        : { words: "Blocked", tone: "danger" };
    case "pending": {
      const unmet = facts.unmet(item);
      if (unmet.length > 0) return { words: `Waits for ${listedIds(unmet)}`, tone: "faint" };
      return { words: item.id === facts.next ? "Next" : "Ready", tone: "faint" };
    }
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
