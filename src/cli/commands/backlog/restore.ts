import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { message } from "#cli/render/message";
import { ago } from "#cli/render/moment";
import { counted } from "#core/text/counted";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { inspectBackup } from "#engine/operations/backlog/inspect-backup";
import { restoreBacklog } from "#engine/operations/backlog/restore-backlog";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths } = await openProject(context);
  const backup = await inspectBackup(ports, paths);
  const copy = backup === null ? "a copy" : `the copy of ${ago(backup.madeMs, context.host)}`;
  if (backup !== null && !context.options.flag("yes")) {
    throw new ToolError("USAGE", `This would put back ${copy}, and needs --yes.`, {
      details: { items: backup.items },
      reason: `It has ${counted(backup.items, "item")}. The backlog of now becomes the copy.`,
      hints: [{ command: `${TOOL_NAME} backlog restore --yes` }],
    });
  }
  const { items, replaced } = await restoreBacklog(ports, paths);
  if (context.json) context.data({ items });
  const head = `Restored the backlog of ${copy.replace(/^.* of /, "")}`;
  const why = replaced === null ? [] : [replacedWords(replaced.items)];
  context.say(message(context.pen, { glyph: "done", head, facts: [counted(items, "item")], why }));
  return EXIT.ok;
}

const replacedWords = (items: number | null): string =>
  items === null
    ? "The replaced text, which can't be read, is the copy (.bak) now, until the next change."
    : `The replaced text, ${counted(items, "item")}, is the copy (.bak) now, until the next change.`;
