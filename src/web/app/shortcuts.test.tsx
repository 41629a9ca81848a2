import { cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALL_SHORTCUTS } from "#web/app/shortcut-table";
import { listenForShortcuts, useShortcuts } from "#web/app/shortcuts";

let stop: () => void;
beforeEach(() => {
  stop = listenForShortcuts();
});
afterEach(() => {
  stop();
  cleanup();
});

const deed = () => vi.fn<() => void>();
const deeds = { projects: deed(), palette: deed(), next: deed(), graph: deed() };
afterEach(() => void vi.clearAllMocks());

function Page({ dialog = false }: { readonly dialog?: boolean }) {
  useShortcuts("Everywhere", { projects: deeds.projects, palette: deeds.palette });
  useShortcuts("Backlog", { next: deeds.next, graph: deeds.graph });
  return (
    <>
      <input aria-label="field" />
      {dialog && <div role="dialog" data-state="open" />}
    </>
  );
}

const called = () =>
  Object.entries(deeds)
    .filter(([, deed]) => deed.mock.calls.length > 0)
    .map(([name]) => name);

test.each([
  ["a letter", [{ key: "j" }], ["next"]],
  ["an arrow", [{ key: "ArrowDown" }], ["next"]],
  ["with shift", [{ key: "G", shiftKey: true }], ["graph"]],
  ["a chord", [{ key: "g" }, { key: "p" }], ["projects"]],
  ["a chord that isn't one, then its second key alone", [{ key: "g" }, { key: "j" }], ["next"]],
  ["with control", [{ key: "k", ctrlKey: true }], ["palette"]],
  ["a letter with control is not the letter", [{ key: "j", ctrlKey: true }], []],
  ["what has no deed here", [{ key: "x" }], []],
])("%s", (_, keys, expected) => {
  render(<Page />);
  for (const key of keys) fireEvent.keyDown(document.body, key);
  expect(called()).toEqual(expected);
});

test("in a field single keys are text, Ctrl-K acts", () => {
  const { getByLabelText } = render(<Page />);
  for (const key of [{ key: "j" }, { key: "g" }, { key: "p" }])
    fireEvent.keyDown(getByLabelText("field"), key);
  expect(called()).toEqual([]);
  fireEvent.keyDown(getByLabelText("field"), { key: "k", ctrlKey: true });
  expect(called()).toEqual(["palette"]);
});

test("under a dialog the page's keys rest", () => {
  render(<Page dialog />);
  fireEvent.keyDown(document.body, { key: "j" });
  expect(called()).toEqual([]);
});

test("within a scope no key has two deeds", () => {
  const keys = ALL_SHORTCUTS.flatMap((one) => one.keys.map((key) => `${one.scope} ${key}`));
  expect(new Set(keys).size).toBe(keys.length);
});
