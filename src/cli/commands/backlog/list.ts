import { listScreen } from "#cli/commands/backlog/list-screen";
import { openProject } from "#cli/commands/open-project";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { message } from "#cli/render/message";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { listItems, storedItems, type ItemList } from "#engine/operations/backlog/list-items";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, name } = await openProject(context);
  const status = context.options.text("status") ?? undefined;
  const type = context.options.text("type") ?? undefined;
  if (context.json) {
    context.data(await storedItems(ports, paths, { status, type }));
    return EXIT.ok;
  }
  const list = await listItems(ports, paths, { status, type });
  if (list.ordered.length > 0) context.say(listScreen(context.pen, list, name, context.host.now()));
  else sayEmpty(context, list, clean(list.project) || name);
  return EXIT.ok;
}

/** A script that reads the table gets none; what there is to say stands on stderr. */
const sayEmpty = (context: CommandContext, { summary }: ItemList, name: string): void => {
  if (context.pen.screen.plain) {
    if (!context.quiet) context.host.stderr.write("no items\n");
  } else if (summary.total > 0) {
    context.say([`No item of ${name} matches.`]);
  } else {
    const hint = { command: `${TOOL_NAME} backlog add --type bug --title "<what is wrong>"` };
    context.say(
      message(context.pen, { head: `${name} has no items yet.`, hints: usableHints([hint], context.place) }),
    );
  }
};
