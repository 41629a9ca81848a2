import { itemInput } from "#cli/commands/backlog/item-input";
import { openItem } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { headLine } from "#cli/render/message";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { editItemFields } from "#engine/operations/backlog/edit-item";

/** What follows from a change of status isn't named. */
const WORDS: Readonly<Record<string, string>> = {
  title: "title",
  type: "type",
  priority: "priority",
  status: "status",
  description: "description",
  acceptanceCriteria: "acceptance criteria",
  dependsOn: "dependencies",
  notes: "notes",
  estimatedIterations: "estimated iterations",
  blockedReason: "blocked reason",
};

export async function run(context: CommandContext): Promise<number> {
  const changes = itemInput(context.options);
  const { ports, paths, id: typed } = await openItem(context, "edit");
  const given = Object.keys(changes);
  if (given.length === 0) {
    throw new ToolError("USAGE", `"${TOOL_NAME} backlog edit" needs something to change.`, {
      details: { command: "backlog edit" },
      hints: [{ command: `${TOOL_NAME} help backlog edit`, purpose: "options and examples" }],
    });
  }
  const { item, changed } = await editItemFields(ports, paths, { id: typed, changes });
  if (context.json) context.data(item);
  const named = given.filter((field) => changed.includes(field)).map((field) => WORDS[field] ?? field);
  context.say([
    changed.length === 0
      ? `${item.id} is like that already.`
      : headLine(context.pen, { glyph: "done", head: `Changed ${item.id}`, facts: [named.join(", ")] }),
  ]);
  return EXIT.ok;
}
