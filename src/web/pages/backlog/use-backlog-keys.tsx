import { PRIORITIES } from "#contracts/item-rules";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { asksHuman } from "#web/app/answers";
import { useShortcuts } from "#web/app/shortcuts";
import { NEW_ITEM, type ViewState } from "#web/pages/backlog/backlog-view";
import type { ItemDeeds } from "#web/pages/backlog/item-deeds";
import type { BacklogFacts } from "#web/pages/backlog/item-facts";
import type { PanelAsk } from "#web/pages/backlog/panel/panel-frame";
import type { Cursor } from "#web/pages/backlog/list/use-cursor";
import type { Selection } from "#web/pages/backlog/list/use-selection";

interface KeysUsed {
  readonly state: ViewState;
  readonly facts: BacklogFacts;
  readonly deeds: ItemDeeds;
  readonly cursor: Cursor;
  readonly selection: Selection;
  readonly ask: (ask: PanelAsk) => void;
  readonly close: () => void;
  /** Of the filter. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The keys of the backlog; they act on what is selected, else on the row of the keys, else on the open item. */
export function useBacklogKeys(used: KeysUsed): void {
  const { state, facts, cursor, selection, close, text, onText } = used;
  const { view, change } = state;
  const at = view.mode === "list" ? cursor.at : view.open;
  const target = at === null ? undefined : facts.byId.get(at);
  useRowKeys(used, target);
  useDeedKeys(used, target);
  useShortcuts("Everywhere", {
    back: () => {
      if (view.open !== null) close();
      else if (selection.ids.length > 0) selection.clear();
      else if (view.mode === "archive") change({ view: undefined });
      else if (text !== "") onText("");
      else return false;
      return true;
    },
  });
}

type Target = BacklogItem | undefined;

/** From row to row, and into the panel. */
function useRowKeys({ state, cursor, selection, ask }: KeysUsed, target: Target): void {
  const { view, change } = state;
  const go = (by: number) => {
    const next = cursor.neighbour(by);
    if (next === null) return false;
    cursor.set(next);
    if (view.open !== null && view.open !== NEW_ITEM) change({ item: next }, { replace: true });
    return true;
  };
  const openWith = (what: PanelAsk) => {
    if (target === undefined) return false;
    if (view.open !== target.id) change({ item: target.id });
    ask(what);
    return true;
  };
  const moves = { next: () => go(1), previous: () => go(-1) };
  useShortcuts("Backlog", moves, view.mode === "list");
  useShortcuts(
    "Backlog",
    {
      open: (event) => {
        if (target === undefined || isOwn(event, target.id)) return false;
        if (view.open === target.id) ask("panel");
        else change({ item: target.id });
        return true;
      },
      new: () => change({ item: NEW_ITEM, view: undefined }),
      edit: () => openWith("title"),
      waits: () => openWith("waits"),
      answer: () => (target !== undefined && asksHuman(target) ? openWith("answer") : false),
      select: ({ shiftKey }) =>
        target === undefined || view.mode !== "list" ? false : selection.toggle(target.id, shiftKey),
      graph: () => change({ view: view.mode === "graph" ? undefined : "graph" }),
    },
    view.mode !== "archive",
  );
}

/** Enter belongs to the button or link that has the focus, unless that stands for the item itself. */
function isOwn({ target }: KeyboardEvent, itemId: string): boolean {
  const control = target instanceof Element ? target.closest("a, button") : null;
  const id = CSS.escape(itemId);
  return control !== null && !control.matches(`[data-item="${id}"] > a, [data-node="${id}"]`);
}

/** What changes items. */
function useDeedKeys({ state, facts, deeds, cursor, selection }: KeysUsed, target: Target): void {
  const { view, change } = state;
  const one = target === undefined ? [] : [target];
  const targets = selection.ids.length > 0 ? selection.ids.flatMap((id) => facts.byId.get(id) ?? []) : one;
  useShortcuts(
    "Backlog",
    {
      priority: ({ key }) => {
        const priority = PRIORITIES.find((number) => String(number) === key);
        const changed = targets.filter((item) => item.priority !== priority);
        if (priority === undefined || changed.length === 0) return false;
        const changes = new Map(changed.map((item) => [item.id, { priority }]));
        void deeds.edit(changes, `${changed.length === 1 ? "has" : "have"} priority ${priority}`);
        return true;
      },
      unblock: () => {
        if (!targets.some(({ status }) => status === "blocked")) return false;
        void deeds.unblock(targets);
        return true;
      },
      delete: () => {
        if (targets.length === 0) return false;
        const gone = new Set(targets.map(({ id }) => id));
        const next = [cursor.neighbour(1), cursor.neighbour(-1)].find((id) => id !== null && !gone.has(id));
        if (!deeds.remove([...gone])) return true;
        selection.clear();
        cursor.set(next ?? null);
        if (view.open !== null && gone.has(view.open)) change({ item: undefined }, { replace: true });
        return true;
      },
    },
    view.mode !== "archive",
  );
}
