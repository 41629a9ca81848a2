import type { Draw } from "./mutate.ts";

/** A reader of texts from outside, and texts that it understands. */
export interface Target {
  readonly name: string;
  readonly corpus: readonly string[];
  /** Fails where the reader throws what is no error of the table, hangs, or lets something through. */
  readonly attempt: (text: string, draw: Draw) => void | Promise<void>;
}
