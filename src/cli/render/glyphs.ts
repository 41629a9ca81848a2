import type { Paint } from "#cli/render/paint";

const TABLE = {
  done: ["✓", "+", "green"],
  running: ["●", "*", "cyan"],
  pending: ["○", "-", "none"],
  asks: ["?", "?", "yellow"],
  blocked: ["!", "!", "yellow"],
  deferred: ["»", ">", "yellow"],
  retry: ["↻", "~", "yellow"],
  limit: ["z", "z", "yellow"],
  paused: ["■", "#", "yellow"],
  failed: ["✗", "x", "red"],
  next: ["→", "->", "cyan"],
  barFull: ["━", "#", "cyan"],
  barEmpty: ["─", "-", "dim"],
} as const satisfies Record<string, readonly [string, string, keyof Paint]>;

const SPINNER = [
  ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"],
  ["|", "/", "-", "\\"],
] as const;

export type GlyphName = keyof typeof TABLE;

export interface Glyphs {
  /** The bare character, for measuring and for places that paint it themselves. */
  readonly text: (name: GlyphName) => string;
  /** The character in its colour. */
  readonly of: (name: GlyphName) => string;
  /** Stands for what was cut off. */
  readonly cut: string;
  /** Between facts, with its spaces. */
  readonly dot: string;
  readonly spinner: readonly string[];
}

/** One alphabet for UTF-8 and one for terminals without it; the names are the same everywhere. */
export function createGlyphs(ascii: boolean, paint: Paint): Glyphs {
  const column = ascii ? 1 : 0;
  return {
    text: (name) => TABLE[name][column],
    of: (name) => paint[TABLE[name][2]](TABLE[name][column]),
    cut: ascii ? "..." : "…",
    dot: ascii ? ", " : " · ",
    spinner: SPINNER[column],
  };
}
