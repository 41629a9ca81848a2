import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { UpdateItemInput } from "#contracts/schema/item-input";
import { readItem, useUpdateItem } from "#web/api/item-mutations";
import { useShortcuts } from "#web/app/shortcuts";
import {
  changeOf,
  isContested,
  settleDraft,
  type DraftField,
  type ItemDraft,
} from "#web/pages/backlog/drafts";
import { STATUS_WORDS } from "#web/pages/backlog/panel/panel-properties";
import { counted } from "#web/ui/words";
import { Button } from "#web/ui/button";
import { Dialog } from "#web/ui/dialog";
import { announce } from "#web/ui/live";

interface PanelFootProps {
  readonly projectId: string;
  readonly item: BacklogItem;
  readonly draft: ItemDraft;
}

/** Only there while something isn't saved. */
export function PanelFoot({ projectId, item, draft }: PanelFootProps) {
  const update = useUpdateItem(projectId);
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [reading, setReading] = useState(false);
  const { changed, discard } = draft;
  const refusal = refusalOf(draft);
  const save = async () => {
    setAsking(false);
    // Null: it was refused, and told. The panel may be gone by then, or be written on.
    const stored = await update.mutateAsync({ itemId: item.id, change: changeOf(draft) }).catch(() => null);
    if (stored === null) return;
    settleDraft(projectId, draft, stored);
    announce(`${item.id} saved`);
  };
  const begin = async () => {
    setReading(true);
    const now = await readItem(client, projectId, item.id);
    setReading(false);
    if (now !== undefined && isContested(projectId, now)) setAsking(true);
    else await save();
  };
  const start = () => {
    if (refusal !== false || changed.length === 0 || reading || update.isPending) return false;
    void begin();
    return true;
  };
  useShortcuts("Editing", { save: start });
  if (changed.length === 0) return null;
  return (
    <div className="panel-f">
      <span className="small dim grow cut">{counted(changed.length, "change")}, not saved</span>
      <Button kind="ghost" onClick={discard}>
        Discard
      </Button>
      <Button kind="primary" hint="Ctrl ↵" disabled={refusal} onClick={start}>
        Save
      </Button>
      {asking && (
        <ChangedUnderHands
          item={item}
          draft={draft}
          onKeep={() => void save()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Why it can't be saved as it is. */
export function refusalOf({ values, changed }: Pick<ItemDraft, "values" | "changed">): string | false {
  if (values.title.trim() === "") return "It needs a title first";
  if (changed.includes("acceptanceCriteria") && values.acceptanceCriteria.every((one) => one.trim() === ""))
    return "It needs at least one criterion";
  const { estimatedIterations: estimate, agentDelegation } = values;
  if (estimate !== undefined && !(estimate > 0)) return "The estimate must be above 0";
  const subAgents = agentDelegation?.recommendedConcurrency;
  return subAgents !== undefined && subAgents < 2 ? "Sub-agents are 2 or more" : false;
}

const FIELD_WORDS: Readonly<Record<keyof UpdateItemInput, string>> = {
  type: "the type",
  priority: "the priority",
  title: "the title",
  description: "the description",
  acceptanceCriteria: "the criteria",
  dependsOn: "what it waits for",
  notes: "the notes",
  estimatedIterations: "the estimate",
  agentDelegation: "the delegation",
  specReferences: "the spec references",
  model: "the model",
  provider: "the agent",
  status: "the status",
  blockedReason: "the reason",
};

interface ChangedProps {
  readonly item: BacklogItem;
  readonly draft: ItemDraft;
  readonly onKeep: () => void;
  readonly onClose: () => void;
}

function ChangedUnderHands({ item, draft, onKeep, onClose }: ChangedProps) {
  const { changed, conflicts, discard } = draft;
  const both = conflicts.filter((field) => changed.includes(field));
  const status = conflicts.includes("status") ? ` It is ${STATUS_WORDS[item.status].toLowerCase()} now.` : "";
  const lost =
    both.length === 0
      ? "they can be kept."
      : `keeping them writes over ${inWords(both)} as somebody else has written it.`;
  return (
    <Dialog
      open
      title={`${item.id} changed while you edited it`}
      onClose={onClose}
      foot={
        <>
          <Button
            kind="ghost"
            onClick={() => {
              discard();
              onClose();
            }}
          >
            Drop mine
          </Button>
          <Button kind="primary" autoFocus onClick={onKeep}>
            {both.length === 0 ? "Keep both" : "Keep mine"}
          </Button>
        </>
      }
    >
      <p className="dim">{`${status} Your changes are to ${inWords(changed)}; ${lost}`.trim()}</p>
    </Dialog>
  );
}

function inWords(fields: readonly DraftField[]): string {
  const words = fields.map((field) => FIELD_WORDS[field]);
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
