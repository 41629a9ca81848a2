import { canAsk } from "#cli/commands/ask";
import { usableHints } from "#cli/commands/usable-hints";
import { shellWord } from "#core/text/shell-word";
import { clean } from "#cli/render/clean";
import type { CommandContext } from "#cli/context";
import { absolutePath, tildePath } from "#core/projects/absolute-path";
import { ToolError, type Hint } from "#contracts/error";
import { ENV, TOOL_NAME } from "#contracts/names";
import type { Ports } from "#engine/ports";
import { fencePorts } from "#engine/operations/projects/fence-ports";
import { resolveItemTarget } from "#engine/operations/projects/resolve-item-target";
import {
  requireMarker,
  resolveProject,
  type Project,
  type ProjectRequest,
} from "#engine/operations/projects/resolve-project";

export interface OpenProject extends Project {
  readonly ports: Ports;
}

export interface OpenItem extends OpenProject {
  readonly id: string;
}

/** The project that the line names, set up or not. `byName`: a bare word may also be the name of a project under the root. */
export async function openFolder(context: CommandContext, byName = false): Promise<OpenProject> {
  const ports = await context.host.connect();
  const target = context.args[0] ?? null;
  const root = { flag: context.options.text("root"), env: context.host.env[ENV.root] ?? null };
  const asks = byName && canAsk(context);
  const project = await resolveProject(ports, {
    ...here(context),
    target,
    lookIn: byName ? root : null,
    ...(asks && { choose: (paths) => askWhich(context, ports, paths) }),
  });
  context.place.path = target === null ? null : typedPath(context, target, project);
  return { ...project, name: clean(project.name), ports: fencePorts(ports, project.paths.projectPath) };
}

/** The project that the line names; NOT_INSTALLED when it is not set up. */
export async function openProject(context: CommandContext, byName = false): Promise<OpenProject> {
  const project = await openFolder(context, byName);
  await requireMarker(project.ports, project);
  return project;
}

/** The project and the id of a line with `[path] [id]`; null: no id was given. */
export async function openItems(
  context: CommandContext,
): Promise<OpenProject & { readonly id: string | null }> {
  const ports = await context.host.connect();
  const { project, path, id } = await resolveItemTarget(ports, here(context), context.args);
  context.place.path = path;
  const fenced = fencePorts(ports, project.paths.projectPath);
  await requireMarker(fenced, project);
  return { ...project, ports: fenced, id };
}

/** As openItems, of a command that can't do without an id. */
export async function openItem(context: CommandContext, verb: string): Promise<OpenItem> {
  const { id, ...project } = await openItems(context);
  if (id !== null) return { ...project, id };
  throw new ToolError("USAGE", `"${TOOL_NAME} backlog ${verb}" needs the id of an item.`, {
    details: { command: `backlog ${verb}` },
    hints: [{ command: `${TOOL_NAME} backlog list`, purpose: "see the items" }],
  });
}

/** The first of the offers of which anything can be used here. */
export function firstUsable(
  context: CommandContext,
  ...offers: readonly (readonly Hint[])[]
): readonly Hint[] {
  return offers.map((offer) => usableHints(offer, context.place)).find((hints) => hints.length > 0) ?? [];
}

/** How a question of an item is answered. */
export function answerOffers(itemId: string): readonly (readonly Hint[])[] {
  const id = shellWord(itemId);
  return [
    [{ command: `${TOOL_NAME} resume --answer ${id} "<your answer>"`, purpose: "answer, and go on" }],
    [
      {
        command: `${TOOL_NAME} backlog edit ${id} --notes "<your answer>"`,
        purpose: "answer for the next session",
      },
      { command: `${TOOL_NAME} backlog unblock ${id}`, purpose: "then requeue it" },
    ],
  ];
}

/** A name that was looked up under the root is no path: what is offered next needs one. */
const typedPath = ({ host }: CommandContext, target: string, { paths }: Project): string => {
  const { projectPath } = paths;
  if (absolutePath(host.cwd, target) === projectPath) return target;
  const short = tildePath(projectPath, host.homeDir);
  return shellWord(short) === short ? short : projectPath;
};

const askWhich = async (
  context: CommandContext,
  ports: Ports,
  paths: readonly string[],
): Promise<string | null> => (await import("#cli/commands/pick-project")).pickProject(context, ports, paths);

const here = ({ host, options }: CommandContext): Omit<ProjectRequest, "target"> => ({
  cwd: host.cwd,
  backlog: options.text("backlog"),
  lookIn: null,
});
