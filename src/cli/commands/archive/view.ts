import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { headLine } from "#cli/render/message";
import { date } from "#cli/render/moment";
import { counted } from "#core/text/counted";
import { table, type Row } from "#cli/render/table";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import type { ArchiveMonth } from "#contracts/schema/archive";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { viewArchive } from "#engine/operations/archive/view-archive";

/** One word of that form is the month, any other is a path. */
const MONTH_LIKE = /^\d{4}-\d{1,2}$/;

export async function run(context: CommandContext): Promise<number> {
  const [first = null, second = null] = context.args;
  const isMonth = first !== null && second === null && MONTH_LIKE.test(first);
  const path = isMonth ? null : first;
  const { ports, paths } = await openProject({ ...context, args: path === null ? [] : [path] });
  const found = await viewArchive(ports, paths, { month: isMonth ? first : requireMonth(second) });
  if (context.json) context.data(found);
  context.say(monthLines(context, found));
  return EXIT.ok;
}

const requireMonth = (month: string | null): string => {
  if (month !== null) return month;
  throw new ToolError("USAGE", `"${TOOL_NAME} backlog archive view" needs a month, YYYY-MM.`, {
    details: { command: "backlog archive view" },
    hints: [{ command: `${TOOL_NAME} backlog archive list`, purpose: "see the months" }],
  });
};

const monthLines = ({ pen, host }: CommandContext, { month, items }: ArchiveMonth): string[] => {
  const doneAt = ({ completedAt }: BacklogItem): string => {
    if (completedAt === null || pen.screen.plain) return completedAt ?? "";
    return date(Date.parse(completedAt), host);
  };
  const columns = ["ID", "Type", "Pri", "Done", "Title"].map((header) => ({
    header,
    ...(header === "Pri" && { align: "right" as const }),
  }));
  const rows = items.map((item): Row => ({
    cells: [clean(item.id), item.type, String(item.priority), doneAt(item), clean(item.title)],
  }));
  const head = headLine(pen, { head: month, facts: [counted(items.length, "item")] });
  return [...(pen.screen.plain ? [] : [head, ""]), ...table(pen, columns, rows)];
};
