import { CircleDashed, X } from "lucide-react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { CreateItemInput } from "#contracts/schema/item-input";
import { useGet, useSend } from "#web/api/queries";
import { useShortcuts } from "#web/app/shortcuts";
import { sentenceOf } from "#web/forms/sentence-of";
import { changeOf, settleDraft, useDraft, type ItemDraft } from "#web/pages/backlog/drafts";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import { refusalOf } from "#web/pages/backlog/panel/panel-foot";
import { PanelForm } from "#web/pages/backlog/panel/panel-form";
import { PanelFrame, type PanelAsk } from "#web/pages/backlog/panel/panel-frame";
import { Button, IconButton } from "#web/ui/button";
import { Icon } from "#web/ui/icon";
import { announce } from "#web/ui/live";
import { showFailure } from "#web/ui/toast";

interface NewPanelProps {
  readonly projectId: string;
  readonly facts: BacklogFacts;
  readonly ask: PanelAsk | null;
  readonly onAsked: () => void;
  readonly onOpen: (id: string) => void;
  readonly onCreated: (item: BacklogItem) => void;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

/** An item that is being written; what is there of it stays until it is added or discarded. */
export function NewPanel({
  projectId,
  facts,
  ask,
  onAsked,
  onOpen,
  onCreated,
  onClose,
  onLeave,
}: NewPanelProps) {
  const draft = useDraft(projectId, null);
  const marker = useGet("GET /api/projects/:id", { params: { id: projectId } }).data?.marker;
  const create = useSend("POST /api/projects/:id/backlog");
  const refusal = refusalOf({ ...draft, changed: [] });
  const send = async () => {
    const request = { params: { id: projectId }, body: inputOf(draft) };
    try {
      // Whoever has left the panel isn't led back to it.
      const item = await create.mutateAsync(request, { onSuccess: onCreated });
      settleDraft(projectId, draft, item, true);
      announce(`${item.id} added`);
    } catch (error) {
      showFailure("The item was not added", sentenceOf(error));
    }
  };
  const add = () => {
    if (refusal !== false || create.isPending) return false;
    void send();
    return true;
  };
  useShortcuts("Editing", { save: add });
  return (
    <PanelFrame label="New item" ask={ask} onAsked={onAsked} onLeave={onLeave}>
      <div className="panel-h">
        <span className="faint">
          <Icon of={CircleDashed} />
        </span>
        <span className="small faint">New item</span>
        <span className="grow" />
        <IconButton size="sm" icon={X} label="Close" hint="Esc" onClick={onClose} />
      </div>
      <div className="scroll grow" tabIndex={-1}>
        <PanelForm
          item={null}
          draft={draft}
          facts={facts}
          profile={marker?.profile}
          projectModel={marker?.options.model}
          onOpen={onOpen}
        />
      </div>
      <NewFoot draft={draft} refusal={refusal} onAdd={add} />
    </PanelFrame>
  );
}

interface NewFootProps {
  readonly draft: ItemDraft;
  readonly refusal: string | false;
  readonly onAdd: () => void;
}

function NewFoot({ draft: { changed, discard }, refusal, onAdd }: NewFootProps) {
  return (
    <div className="panel-f">
      <span className="small dim grow cut">{changed.length > 0 && "Kept as a draft until it is added"}</span>
      {changed.length > 0 && (
        <Button kind="ghost" onClick={discard}>
          Discard
        </Button>
      )}
      <Button kind="primary" hint="Ctrl ↵" disabled={refusal} onClick={onAdd}>
        Add item
      </Button>
    </div>
  );
}

function inputOf(draft: ItemDraft): CreateItemInput {
  const { status: _status, blockedReason: _reason, ...change } = changeOf(draft);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));
  const { type, priority, title } = draft.values;
  return { ...given, type, priority, title: title.trim() };
}
