import { useCallback, useMemo } from "react";
import { DEFAULT_PRIORITY } from "#contracts/item-rules";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { UpdateItemInput } from "#contracts/schema/item-input";
import { createStore, useStore } from "#web/app/store";
import { NEW_ITEM } from "#web/pages/backlog/backlog-view";

const PLACE = "tool.drafts";

export type DraftField = keyof UpdateItemInput & keyof BacklogItem;

/** The item with its unsaved changes; a field that a change takes away is absent. */
export type DraftValues = Pick<BacklogItem, DraftField>;

interface Draft {
  readonly values: Partial<Record<DraftField, unknown>>;
  /** What these fields, and the status, were when each was first changed. */
  readonly base: Partial<Record<DraftField, unknown>>;
}

type Drafts = Readonly<Record<string, Draft>>;

const drafts = createStore<Drafts>(read());

addEventListener("storage", ({ key }) => key === PLACE && drafts.set(read()));

/** What a new item is before anything is written. */
const BLANK: DraftValues = {
  title: "",
  description: "",
  type: "feature",
  priority: DEFAULT_PRIORITY,
  status: "pending",
  acceptanceCriteria: [],
};

export interface ItemDraft {
  readonly values: DraftValues;
  /** Fields that are other than saved. */
  readonly changed: readonly DraftField[];
  /** Changed here and, since, by somebody else; `status` too, whoever changed what. */
  readonly conflicts: readonly DraftField[];
  readonly set: <F extends DraftField>(field: F, value: DraftValues[F] | undefined) => void;
  readonly discard: () => void;
}

/** The unsaved changes of an item; they outlive the panel and the page. Null stands for the new item. */
export function useDraft(projectId: string, item: BacklogItem | null): ItemDraft {
  const key = keyOf(projectId, item?.id ?? NEW_ITEM);
  const draft = useStore(drafts)[key];
  const saved: DraftValues = item ?? BLANK;
  const changed = useMemo(() => changedFields(draft, saved), [draft, saved]);
  const values = useMemo(
    () => ({ ...saved, ...pick(draft, changed) }) as DraftValues,
    [draft, saved, changed],
  );
  const conflicts = useMemo(() => (item === null ? [] : conflictsWith(draft, item)), [draft, item]);
  const set = useCallback<ItemDraft["set"]>(
    (field, value) => {
      const before = drafts.get()[key] ?? { values: {}, base: { status: saved.status } };
      const values: Draft["values"] = { ...before.values, [field]: value ?? null };
      const base = field in before.base ? before.base : { ...before.base, [field]: saved[field] ?? null };
      const next = { values, base };
      put(key, changedFields(next, saved).length > 0 ? next : null);
    },
    [key, saved],
  );
  const discard = useCallback(() => put(key, null), [key]);
  return { values, changed, conflicts, set, discard };
}

/** Whether somebody else has changed what would be saved, or the status. */
export function isContested(projectId: string, item: BacklogItem): boolean {
  return conflictsWith(drafts.get()[keyOf(projectId, item.id)], item).length > 0;
}

function conflictsWith(draft: Draft | undefined, item: BacklogItem): readonly DraftField[] {
  const changed = changedFields(draft, item);
  if (draft === undefined || changed.length === 0) return [];
  return (Object.keys(draft.base) as DraftField[]).filter(
    (field) => (field === "status" || changed.includes(field)) && !same(draft.base[field], item[field]),
  );
}

/** The ids of a project's items that have unsaved changes. */
export function useDraftIds(projectId: string, byId: ReadonlyMap<string, BacklogItem>): ReadonlySet<string> {
  const all = useStore(drafts);
  return useMemo(() => {
    const start = keyOf(projectId, "");
    const changed = Object.entries(all).flatMap(([key, draft]) => {
      const item = key.startsWith(start) ? byId.get(key.slice(start.length)) : undefined;
      return item !== undefined && changedFields(draft, item).length > 0 ? item.id : [];
    });
    return new Set(changed);
  }, [all, projectId, byId]);
}

/** Only what is changed, as the server takes it: null takes an optional field away, criteria and title are trimmed. */
export function changeOf({ values, changed }: ItemDraft): UpdateItemInput {
  const sent = changed.map((field) => [field, sendable(field, values[field])] as const);
  return Object.fromEntries(sent) as UpdateItemInput;
}

/** Writes a draft for the new item, as for a duplicate. */
export function draftNew(projectId: string, values: Partial<DraftValues>): void {
  put(keyOf(projectId, NEW_ITEM), { values, base: {} });
}

/** An item was saved as it stood in `sent`, which was the new item's draft or its own; what was written since stays as a draft of it. */
export function settleDraft(projectId: string, sent: ItemDraft, item: BacklogItem, wasNew = false): void {
  const from = keyOf(projectId, wasNew ? NEW_ITEM : item.id);
  const { values = {}, base = {} } = drafts.get()[from] ?? {};
  const fields = (Object.keys(values) as DraftField[]).filter(
    (field) => !same(values[field], sent.values[field]),
  );
  const begunFrom = (field: DraftField) =>
    wasNew || sent.changed.includes(field) ? (item[field] ?? null) : base[field];
  put(from, null);
  if (fields.length === 0) return;
  put(keyOf(projectId, item.id), {
    values: Object.fromEntries(fields.map((field) => [field, values[field]])),
    base: { ...Object.fromEntries(fields.map((field) => [field, begunFrom(field)])), status: item.status },
  });
}

const LISTS: ReadonlySet<DraftField> = new Set(["acceptanceCriteria", "dependsOn", "specReferences"]);

function sendable(field: DraftField, value: unknown): unknown {
  if (field === "acceptanceCriteria" && Array.isArray(value))
    return value.map((one) => String(one).trim()).filter(Boolean);
  if (field === "title") return String(value).trim();
  return value ?? (LISTS.has(field) ? [] : field === "description" || field === "blockedReason" ? "" : null);
}

function pick(draft: Draft | undefined, fields: readonly DraftField[]): Partial<Record<DraftField, unknown>> {
  return Object.fromEntries(fields.map((field) => [field, draft?.values[field] ?? undefined]));
}

function changedFields(draft: Draft | undefined, saved: DraftValues): readonly DraftField[] {
  const fields = Object.keys(draft?.values ?? {}) as DraftField[];
  return fields.filter((field) => !same(draft?.values[field], saved[field]));
}

/** Nothing, an empty list and an empty text are the same. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

const plain = (value: unknown): unknown =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0) ? null : value;

const keyOf = (projectId: string, itemId: string): string => `${projectId}/${itemId}`;

function put(key: string, draft: Draft | null): void {
  const { [key]: _, ...others } = drafts.get();
  drafts.set(draft === null ? others : { ...others, [key]: draft });
  try {
    localStorage.setItem(PLACE, JSON.stringify(drafts.get()));
  } catch {
    // Without a store they last as long as the page.
  }
}

function read(): Drafts {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Drafts) : {};
  } catch {
    return {};
  }
}
