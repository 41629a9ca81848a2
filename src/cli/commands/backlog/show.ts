import { shellWord } from "#core/text/shell-word";
import { showScreen } from "#cli/commands/backlog/show-screen";
import { answerOffers, firstUsable, openItem } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { hintLines } from "#cli/render/hints";
import { EXIT } from "#contracts/exit-codes";
import type { Hint } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { showItem } from "#engine/operations/backlog/show-item";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, id } = await openItem(context, "show");
  const shown = await showItem(ports, paths, { id });
  if (context.json) context.data(shown.item);
  context.say(showScreen(context.pen, shown, context.host));
  const hints = firstUsable(context, ...offersOf(shown.item));
  if (hints.length > 0) context.say(["", ...hintLines(context.pen, hints)]);
  return EXIT.ok;
}

const offersOf = (item: BacklogItem): readonly (readonly Hint[])[] => {
  if (item.status !== "blocked") return [];
  if (item.needsHuman === true) return answerOffers(item.id);
  const purpose = item.deferred === true ? "try it again" : "once it can be done";
  return [[{ command: `${TOOL_NAME} backlog unblock ${shellWord(item.id)}`, purpose }]];
};
