/** `g p`: one after the other. Letters are those of the keyboard, lower case; a modifier is said: `shift+g`. */
interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
  /** Acts while a field has the focus, or a dialog is open. */
  readonly everywhere?: true;
}

/** Every key of the dashboard, in the order of the sheet under `?`. */
const SHORTCUTS = {
  Everywhere: {
    palette: { keys: ["ctrl+k", "meta+k"], label: "Search and commands", everywhere: true },
    help: { keys: ["?"], label: "This list" },
    filter: { keys: ["/"], label: "Filter" },
    projects: { keys: ["g p"], label: "Projects" },
    backlog: { keys: ["g b"], label: "Backlog" },
    status: { keys: ["g s"], label: "Status" },
    settings: { keys: ["g e"], label: "Settings" },
    sidebar: { keys: ["["], label: "Fold the sidebar" },
    back: { keys: ["Escape"], label: "Close, or back to the list" },
  },
  Projects: {
    next: { keys: ["j", "ArrowDown"], label: "Next project" },
    previous: { keys: ["k", "ArrowUp"], label: "Previous project" },
    new: { keys: ["n"], label: "New project" },
    reread: { keys: ["r"], label: "Read again" },
    open: { keys: ["Enter"], label: "Open" },
  },
  Backlog: {
    next: { keys: ["j", "ArrowDown"], label: "Next item" },
    previous: { keys: ["k", "ArrowUp"], label: "Previous item" },
    open: { keys: ["Enter"], label: "Open in the panel" },
    new: { keys: ["c"], label: "New item" },
    edit: { keys: ["e"], label: "Edit the title" },
    priority: { keys: ["1", "2", "3", "4"], label: "Set the priority" },
    waits: { keys: ["d"], label: "Set what it waits for" },
    select: { keys: ["x", "shift+x"], label: "Select, Shift for a range" },
    unblock: { keys: ["u"], label: "Unblock" },
    answer: { keys: ["a"], label: "Answer" },
    filters: { keys: ["f"], label: "Filter by type or priority" },
    graph: { keys: ["shift+g"], label: "List or graph" },
    delete: { keys: ["Delete"], label: "Delete, can be undone" },
  },
  Status: {
    start: { keys: ["s"], label: "Start or stop" },
    resume: { keys: ["r"], label: "Resume" },
    answer: { keys: ["a"], label: "Answer the question" },
    review: { keys: ["v"], label: "Review what was done" },
    open: { keys: ["o"], label: "Open the current item" },
    full: { keys: ["l"], label: "Log at full height" },
    hold: { keys: ["Space"], label: "Hold the log still" },
    follow: { keys: ["End"], label: "Follow the log again" },
  },
  Editing: {
    save: { keys: ["ctrl+Enter", "meta+Enter"], label: "Save, send, continue", everywhere: true },
    up: { keys: ["alt+ArrowUp"], label: "Move a criterion up", everywhere: true },
    down: { keys: ["alt+ArrowDown"], label: "Move a criterion down", everywhere: true },
    undo: { keys: ["ctrl+z", "meta+z"], label: "Undo the last change" },
  },
} as const satisfies Record<string, Record<string, Shortcut>>;

type Table = typeof SHORTCUTS;
export type ShortcutScope = keyof Table;
export type ShortcutName<S extends ShortcutScope> = Extract<keyof Table[S], string>;

export interface ListedShortcut extends Shortcut {
  readonly scope: ShortcutScope;
  readonly name: string;
}

/** The table as a list. */
export const ALL_SHORTCUTS: readonly ListedShortcut[] = (Object.keys(SHORTCUTS) as ShortcutScope[]).flatMap(
  (scope) =>
    Object.entries<Shortcut>(SHORTCUTS[scope]).map(([name, shortcut]) => ({ scope, name, ...shortcut })),
);

const GLYPHS: Readonly<Record<string, string>> = {
  ctrl: "Ctrl",
  shift: "Shift",
  alt: "Alt",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** How one combination is written on a key: `Ctrl K`, `Esc`. */
export function keyLabel(combination: string): string {
  return combination
    .split("+")
    .map((key, at, all) => GLYPHS[key] ?? (key === "Enter" && at > 0 && all.length > 1 ? "↵" : capital(key)))
    .join(" ");
}

const capital = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);
