import { listed } from "#engine/loop/tree/guard-tree";
import type { AfterReset } from "#engine/operations/loop/after-reset";

/** What lies uncommitted, and whose it is where that is known. */
export const treeWords = ({ files, item }: Pick<AfterReset, "files" | "item">): string =>
  `not clean${item === null ? "" : `, with the unfinished work of ${item}`}: ${listed(files)}`;
