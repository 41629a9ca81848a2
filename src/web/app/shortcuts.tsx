import { useEffect, useRef } from "react";
import { ALL_SHORTCUTS, type ShortcutName, type ShortcutScope } from "#web/app/shortcut-table";

const CHORD_MS = 1_200;

/** False: not mine, the browser or the next handler may have it. */
export type ShortcutHandler = (event: KeyboardEvent) => boolean | void;

type Handlers<S extends ShortcutScope> = { readonly [N in ShortcutName<S>]?: ShortcutHandler };

interface Registration {
  readonly scope: ShortcutScope;
  readonly handlers: { current: Readonly<Record<string, ShortcutHandler | undefined>> };
}

const registrations: Registration[] = [];
let chord: { readonly first: string; readonly at: number } | null = null;

/** Gives keys of the table their deeds while the component is mounted; the last to come goes first. `on: false` takes them away. */
export function useShortcuts<S extends ShortcutScope>(scope: S, handlers: Handlers<S>, on = true): void {
  const latest = useRef<Registration["handlers"]["current"]>(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (!on) return;
    const registration = { scope, handlers: latest };
    registrations.push(registration);
    return () => void registrations.splice(registrations.indexOf(registration), 1);
  }, [scope, on]);
}

/** The one listener of the page; returns its removal. */
export function listenForShortcuts(): () => void {
  addEventListener("keydown", handleKey);
  return () => removeEventListener("keydown", handleKey);
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const combination = combinationOf(event);
  if (combination === null) return;
  const restricted = inField(event.target) || floating();
  const pressed =
    chord !== null && event.timeStamp - chord.at < CHORD_MS ? `${chord.first} ${combination}` : combination;
  chord = null;
  if (run(pressed, event, restricted) || (pressed !== combination && run(combination, event, restricted))) {
    event.preventDefault();
    return;
  }
  const begins = ALL_SHORTCUTS.some(({ keys }) => keys.some((key) => key.startsWith(`${combination} `)));
  if (begins && !restricted) chord = { first: combination, at: event.timeStamp };
}

function run(pressed: string, event: KeyboardEvent, restricted: boolean): boolean {
  for (const { scope, handlers } of registrations.toReversed()) {
    const shortcut = ALL_SHORTCUTS.find(
      (one) => one.scope === scope && one.keys.includes(pressed) && one.name in handlers.current,
    );
    if (shortcut === undefined || (restricted && shortcut.everywhere !== true)) continue;
    const handler = handlers.current[shortcut.name];
    if (handler !== undefined && handler(event) !== false) return true;
  }
  return false;
}

/** `ctrl+k`, `shift+g`, `?`: shift is said with letters and named keys only, since it makes the other characters. */
function combinationOf(event: KeyboardEvent): string | null {
  if (["Control", "Shift", "Alt", "Meta"].includes(event.key)) return null;
  const letter = /^[a-z]$/i.test(event.key);
  const key = event.key === " " ? "Space" : letter ? event.key.toLowerCase() : event.key;
  const named = letter || key.length > 1;
  const held = [
    event.ctrlKey && "ctrl",
    event.metaKey && "meta",
    event.altKey && "alt",
    event.shiftKey && named && "shift",
  ].filter((modifier) => modifier !== false);
  return [...held, key].join("+");
}

function inField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"))
  );
}

/** A dialog or menu that is open has the keys. */
function floating(): boolean {
  return (
    document.querySelector('[role="dialog"][data-state="open"], [role="menu"][data-state="open"]') !== null
  );
}
