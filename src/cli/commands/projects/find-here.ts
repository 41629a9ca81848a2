import type { CommandContext } from "#cli/context";
import { hintLines } from "#cli/render/hints";
import { counted } from "#core/text/counted";
import { record } from "#cli/render/record";
import { startSpinner } from "#cli/render/spinner";
import { clean } from "#cli/render/clean";
import { tildePath } from "#core/projects/absolute-path";
import { ENV, TOOL_NAME } from "#contracts/names";
import { findProjects, type FoundProject } from "#engine/operations/projects/discover-projects";
import { resolveRootFolder } from "#engine/operations/projects/resolve-root";
import type { Ports } from "#engine/ports";

export interface FoundHere {
  readonly ports: Ports;
  /** As people write it. */
  readonly root: string;
  readonly found: readonly FoundProject[];
}

/** The projects under the root that the line means; one line says how far it is when that takes longer than a second. */
export async function findHere({ host, options, errorPen, quiet, json }: CommandContext): Promise<FoundHere> {
  const ports = await host.connect();
  const choice = await resolveRootFolder(ports, {
    cwd: host.cwd,
    flag: options.text("root"),
    env: host.env[ENV.root] ?? null,
  });
  const root = clean(tildePath(choice.path, host.homeDir));
  if (quiet || json) return { ports, root, found: await findProjects(ports, choice.path) };
  const what = `Looking for projects in ${root}`;
  const spinner = startSpinner(host, errorPen, what);
  try {
    const found = await findProjects(ports, choice.path, (folders) =>
      spinner.say(`${what}: ${counted(folders, "folder")}`),
    );
    return { ports, root, found };
  } finally {
    spinner.stop();
  }
}

const isIgnored = ({ project }: FoundProject): boolean => project.marker?.options.ignoreInTool === true;

export const isBroken = ({ project }: FoundProject): boolean => project.error !== undefined;

/** What stands in the tables: neither ignored nor broken. */
export const isListed = (found: FoundProject): boolean => !isIgnored(found) && !isBroken(found);

/** Of "Ignored", so that both keys have one column. */
const KEY_COLUMNS = 7;

/** What stands below a table, apart. */
export function apartLines(
  { pen }: CommandContext,
  found: readonly FoundProject[],
  ignored: boolean,
): string[] {
  const names = found.filter(isIgnored).map(({ project }) => clean(project.id));
  const faults = found
    .filter(isBroken)
    .map(({ project }) => `${clean(project.id)}: ${clean(project.error?.message ?? "")}`);
  return record(
    pen,
    [
      ["Ignored", ignored ? names.join(", ") : null],
      ["Broken", faults],
    ],
    KEY_COLUMNS,
  );
}

/** Nothing under the root; a script gets no table, but a word on stderr. */
export function sayNone(context: CommandContext, root: string): void {
  if (context.quiet) return;
  if (context.pen.screen.plain) context.host.stderr.write("no projects\n");
  else {
    const hints = [
      { command: `${TOOL_NAME} config set rootDirectory <folder>`, purpose: "where your projects lie" },
      { command: `${TOOL_NAME} init my-app`, purpose: "start a new one" },
    ];
    context.say([`There are no projects in ${root}.`, ...hintLines(context.pen, hints)]);
  }
}
