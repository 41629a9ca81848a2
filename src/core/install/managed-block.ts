import { findRegion, removeRegion, upsertRegion, type FoundRegion } from "#core/install/marked-region";
import { TOOL_NAME } from "#contracts/names";

/** Enclose what the tool owns of a Markdown file; everything outside is the user's. */
export const BLOCK_MARKERS = {
  begin: `<!-- ${TOOL_NAME}:begin -->`,
  end: `<!-- ${TOOL_NAME}:end -->`,
} as const;

/** Where our block stands. */
export const findBlock = (text: string): FoundRegion => findRegion(text, BLOCK_MARKERS);

/** With our block holding the body; null stands for a file that isn't there. Throws ToolError CONFLICT on damaged markers: name the file by asking findBlock first. */
export const upsertBlock = (text: string | null, body: string): string =>
  upsertRegion(text, body, BLOCK_MARKERS);

/** Without our block; `onlyOurs`: the file held nothing else. */
export const removeBlock = (text: string): { text: string; onlyOurs: boolean } =>
  removeRegion(text, BLOCK_MARKERS);
