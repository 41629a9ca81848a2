import { itemInput } from "#cli/commands/backlog/item-input";
import { openProject } from "#cli/commands/open-project";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { headLine } from "#cli/render/message";
import { EXIT } from "#contracts/exit-codes";
import { DEFAULT_PRIORITY } from "#contracts/item-rules";
import { TOOL_NAME } from "#contracts/names";
import type { CreateItemInput } from "#contracts/schema/item-input";
import { addItem } from "#engine/operations/backlog/add-item";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths } = await openProject(context);
  const input = { priority: DEFAULT_PRIORITY, ...itemInput(context.options) } as CreateItemInput;
  const { item, defaultedCriteria } = await addItem(ports, paths, input);
  const { id, type, priority } = item;
  if (context.json) context.data(item);
  else if (context.pen.screen.plain) context.say([id]);
  else {
    const facts = [`${type}, priority ${priority}`];
    context.say([
      headLine(context.pen, { glyph: "done", head: `Added ${id}`, title: clean(item.title), facts }),
    ]);
  }
  if (defaultedCriteria) {
    const better = { command: `${TOOL_NAME} backlog edit ${id} --ac "<how to tell that it is done>"` };
    context.warn({
      sentence: "No acceptance criteria given; the default was set:",
      reason: item.acceptanceCriteria.map(clean).join("\n"),
      hints: usableHints([better], context.place),
    });
  }
  return EXIT.ok;
}
