import { namedFiles } from "#core/text/named-files";
import type { AfterReset } from "#engine/operations/loop/after-reset";

/** What lies uncommitted, and whose it is where that is known. */
export const treeWords = ({ files, item }: Pick<AfterReset, "files" | "item">): string =>
  `not clean${item === null ? "" : `, with the unfinished work of ${item}`}: ${namedFiles(files)}`;
