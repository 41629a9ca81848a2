import { apartLines, findHere, isListed, sayNone } from "#cli/commands/projects/find-here";
import { withFittingPaths } from "#cli/commands/projects/path-column";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { table, type Row } from "#cli/render/table";
import { tildePath } from "#core/projects/absolute-path";
import { EXIT } from "#contracts/exit-codes";
import type { FoundProject } from "#engine/operations/projects/discover-projects";

const COLUMNS = ["Name", "Stack", "Pkg Mgr", "Monorepo", "Path"].map((header) => ({ header }));

export async function run(context: CommandContext): Promise<number> {
  const { pen, host } = context;
  const { found, root } = await findHere(context);
  if (context.json) context.data(found.map(({ project }) => project));
  else if (found.length === 0) sayNone(context, root);
  else {
    const rows = found.filter(isListed).map((one) => rowOf(one, host.homeDir));
    const shown = rows.length === 0 ? [] : table(pen, COLUMNS, withFittingPaths(pen, COLUMNS, rows));
    context.say([...shown, ...apartLines(context, found, true)]);
  }
  return EXIT.ok;
}

const rowOf = ({ project }: FoundProject, home: string): Row => {
  const { stack = "", packageManager, monorepo } = project.marker?.profile ?? {};
  return {
    cells: [
      clean(project.name),
      clean(stack),
      clean(packageManager ?? "-"),
      monorepo === true ? "yes" : "no",
      clean(tildePath(project.path, home)),
    ],
  };
};
