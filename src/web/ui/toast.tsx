import { CircleCheck, OctagonX, TriangleAlert, Undo2, X, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { createStore, useStore } from "#web/app/store";
import { useShortcuts } from "#web/app/shortcuts";
import type { CallExtra } from "#web/api/client";
import { Button, IconButton } from "#web/ui/button";
import { Icon } from "#web/ui/icon";

const SUCCESS_MS = 5_000;
const UNDO_MS = 10_000;
const AT_MOST = 3;

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface ToastText {
  /** No full stop: "10 items swept to November". */
  readonly title: string;
  readonly detail?: string | undefined;
  readonly icon?: LucideIcon;
  readonly action?: ToastAction | undefined;
}

interface Toast extends ToastText {
  readonly key: number;
  readonly tone: "success" | "danger" | "warning" | "dim";
  /** ms; null: until it is closed. */
  readonly lasts: number | null;
  readonly undo?: () => void;
  /** Told when its time is over or it is closed, but not on undo. */
  readonly over?: () => void;
}

const toasts = createStore<readonly Toast[]>([]);
let keys = 0;

/** Something finished; goes after 5 s. */
export function showToast(text: ToastText): void {
  push({ ...text, tone: "success", lasts: SUCCESS_MS });
}

/** Something finished that has a way back; goes after 10 s. */
export function showUndoable(text: Omit<ToastText, "action">, undo: () => void): void {
  push({ ...text, tone: "dim", lasts: UNDO_MS, undo });
}

/** Something failed; stays until it is closed. */
export function showFailure(title: string, detail?: string, action?: ToastAction): void {
  push({ title, detail, action, tone: "danger", lasts: null });
}

/** Something needs a look; stays until it is closed. */
export function showWarning(text: ToastText): void {
  push({ ...text, tone: "warning", lasts: null });
}

/** Asks something that can wait; stays until it is answered or closed. */
export function askByToast(text: ToastText): void {
  push({ ...text, tone: "dim", lasts: null });
}

interface Held {
  readonly title: string;
  readonly icon?: LucideIcon;
  /** Puts the page back as it was. */
  readonly undo: () => void;
  /** The request: after 10 s, or with keepalive when the page closes. */
  readonly send: (extra: CallExtra) => Promise<void>;
  /** After the request, whatever came of it. */
  readonly after: () => void | Promise<void>;
}

const waiting = new Set<(extra: CallExtra) => void>();

/** Holds a request back for the time of undo: so that undo needs no way back on the server. */
export function holdBack({ title, icon, undo, send, after }: Held): void {
  const go = (extra: CallExtra) => {
    if (!waiting.delete(go)) return;
    send(extra)
      .catch((error: unknown) => {
        undo();
        showFailure(`${title}: not done`, error instanceof Error ? error.message : undefined);
      })
      .finally(() => void after());
  };
  waiting.add(go);
  push({
    title,
    detail: "Kept for 10 s",
    ...(icon === undefined ? {} : { icon }),
    tone: "dim",
    lasts: UNDO_MS,
    over: () => go({}),
    undo: () => {
      waiting.delete(go);
      undo();
    },
  });
}

addEventListener("pagehide", () => {
  for (const go of waiting) go({ keepalive: true });
});

function push(toast: Omit<Toast, "key">): void {
  keys += 1;
  const all = [...toasts.get(), { ...toast, key: keys }];
  for (const gone of all.slice(0, -AT_MOST)) gone.over?.();
  toasts.set(all.slice(-AT_MOST));
}

function drop(key: number): void {
  toasts.set(toasts.get().filter((toast) => toast.key !== key));
}

const ICONS = { success: CircleCheck, danger: OctagonX, warning: TriangleAlert, dim: Undo2 } as const;

/** Once in the shell: the toasts, bottom right. It is there before they are, or they would not be read out. */
export function ToastRoom() {
  const shown = useStore(toasts);
  const undoable = shown.findLast((toast) => toast.undo !== undefined);
  useShortcuts("Editing", { undo: () => (undoable === undefined ? false : takeBack(undoable)) });
  return (
    <section className="toast-room" aria-label="Notifications" aria-live="polite" aria-relevant="additions">
      {shown.map((toast) => (
        <OneToast key={toast.key} toast={toast} last={toast === undoable} />
      ))}
    </section>
  );
}

function takeBack(toast: Toast): void {
  drop(toast.key);
  toast.undo?.();
}

function OneToast({ toast, last }: { readonly toast: Toast; readonly last: boolean }) {
  const { title, detail, tone, icon = ICONS[tone], action, undo } = toast;
  const [held, hold] = useState(false);
  useEffect(() => {
    if (toast.lasts === null || held) return;
    const timer = setTimeout(() => {
      drop(toast.key);
      toast.over?.();
    }, toast.lasts);
    return () => clearTimeout(timer);
  }, [toast, held]);
  const close = () => {
    drop(toast.key);
    toast.over?.();
  };
  return (
    <div
      className="toast"
      role={tone === "danger" ? "alert" : undefined}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
    >
      <span className={tone}>
        <Icon of={icon} />
      </span>
      <span className="grow toast-t">
        <span>{title}</span>
        {detail !== undefined && <span className="small faint">{detail}</span>}
      </span>
      {undo !== undefined && (
        <Button size="sm" onClick={() => takeBack(toast)} hint={last ? "Ctrl Z" : undefined}>
          Undo
        </Button>
      )}
      {action !== undefined && (
        <Button size="sm" onClick={() => (close(), action.run())}>
          {action.label}
        </Button>
      )}
      {toast.lasts === null && <IconButton icon={X} label="Close" size="sm" onClick={close} />}
    </div>
  );
}
