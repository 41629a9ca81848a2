import { shellWord } from "#core/text/shell-word";
import { openItem } from "#cli/commands/open-project";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { message } from "#cli/render/message";
import { counted } from "#core/text/counted";
import { ToolError, type Hint } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { deleteItem } from "#engine/operations/backlog/delete-item";
import { showItem } from "#engine/operations/backlog/show-item";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, id } = await openItem(context, "delete");
  if (!context.options.flag("yes")) {
    const { item, dependents } = await showItem(ports, paths, { id });
    const waiting = dependents.length === 0 ? "" : `\n${dependsWords(dependents, item.id)}`;
    throw new ToolError("USAGE", `This would delete ${item.id}, and needs --yes.`, {
      details: { id: item.id, dependents },
      reason: `${clean(item.title)}${waiting}`,
      hints: [{ command: `${TOOL_NAME} backlog delete ${shellWord(item.id)} --yes` }],
    });
  }
  const { item, dependents, restorable } = await deleteItem(ports, paths, { id });
  if (context.json) context.data({ id: item.id, dependents });
  const hints = usableHints(restorable ? [RESTORE] : [], context.place);
  context.say(
    message(context.pen, { glyph: "done", head: `Deleted ${item.id}`, title: clean(item.title), hints }),
  );
  if (dependents.length > 0) context.warn({ sentence: dependsWords(dependents, item.id) });
  return EXIT.ok;
}

const RESTORE: Hint = { command: `${TOOL_NAME} backlog restore --yes`, purpose: "bring it back" };

const dependsWords = (ids: readonly string[], on: string): string =>
  ids.length === 1
    ? `${ids[0]} depends on ${on}.`
    : `${counted(ids.length, "item")} depend on ${on}: ${ids.join(", ")}.`;
