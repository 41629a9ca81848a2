import { openItems } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { headLine } from "#cli/render/message";
import { counted } from "#core/text/counted";
import { EXIT } from "#contracts/exit-codes";
import { unblockItems } from "#engine/operations/backlog/unblock-items";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, id } = await openItems(context);
  const { unblockedIds } = await unblockItems(ports, paths, { id });
  const n = unblockedIds.length;
  if (context.json) context.data({ unblockedCount: n, unblockedIds });
  const head = `${counted(n, "item")} ${n === 1 ? "is" : "are"} pending again: ${unblockedIds.join(", ")}`;
  context.say([
    n > 0
      ? headLine(context.pen, { glyph: "done", head })
      : id === null
        ? "Nothing is blocked."
        : `${id} is not blocked.`,
  ]);
  return EXIT.ok;
}
