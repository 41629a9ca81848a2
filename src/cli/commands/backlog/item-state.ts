import type { GlyphName } from "#cli/render/glyphs";
import type { BacklogItem } from "#contracts/schema/backlog-item";

/** An item's status as people read it: a block says of which kind it is. */
export function itemState(item: BacklogItem): { readonly glyph: GlyphName; readonly words: string } {
  switch (item.status) {
    case "pending":
      return { glyph: "pending", words: "pending" };
    case "in_progress":
      return { glyph: "running", words: "in_progress" };
    case "done":
      return { glyph: "done", words: "done" };
    case "blocked":
      if (item.needsHuman === true) return { glyph: "asks", words: "needs human" };
      return item.deferred === true
        ? { glyph: "deferred", words: "deferred" }
        : { glyph: "blocked", words: "blocked" };
  }
}
