import type { KeyMode } from "#cli/watch/live/key-lines";

/** `interrupt`: stops, and the second time at once · `details`: verbose on or off · `suspend`: Ctrl-Z. */
export type KeyDeed = "none" | "interrupt" | "details" | "suspend";

export interface KeyStep {
  readonly mode: KeyMode;
  readonly deed: KeyDeed;
}

const CTRL_C = "\u0003";
const CTRL_Z = "\u001a";
const ESCAPE = "\u001b";

/** What a key does in a live view; q alone never stops anything. */
export function pressKey(mode: KeyMode, key: string): KeyStep {
  if (key === CTRL_C) return { mode, deed: "interrupt" };
  if (key === CTRL_Z) return { mode, deed: "suspend" };
  switch (mode.kind) {
    case "watching":
    case "help":
      return atRest(mode, key);
    case "asking":
      return answering(mode, key);
    case "deaf":
    case "stopping":
      return { mode, deed: "none" };
  }
}

const atRest = (mode: KeyMode, key: string): KeyStep => {
  switch (key.toLowerCase()) {
    case "q":
      return { mode: { kind: "asking" }, deed: "none" };
    case "v":
      return { mode, deed: "details" };
    case "?":
      return { mode: { kind: mode.kind === "help" ? "watching" : "help" }, deed: "none" };
    case ESCAPE:
      return { mode: { kind: "watching" }, deed: "none" };
    default:
      return { mode, deed: "none" };
  }
};

const answering = (mode: KeyMode, key: string): KeyStep => {
  switch (key.toLowerCase()) {
    case "y":
      return { mode, deed: "interrupt" };
    case "n":
    case "q":
    case ESCAPE:
      return { mode: { kind: "watching" }, deed: "none" };
    default:
      return { mode, deed: "none" };
  }
};
