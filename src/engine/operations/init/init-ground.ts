import { foreignEntries } from "#core/init/foreign-entries";
import type { InitPlan } from "#core/init/plan-init";
import { folderName, parentOf, tildePath } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import { TOOL_NAME } from "#contracts/names";
import { backlogPaths } from "#contracts/paths";
import type { Marker } from "#contracts/schema/marker";
import { forbiddenPlace } from "#engine/operations/install/survey-artifacts";
import { refuseObstacles } from "#engine/operations/install/survey-artifacts";
import type { GitRepository } from "#engine/git-port";
import type { Ports } from "#engine/ports";
import { readMarker } from "#engine/stores/marker-store";

/** What stands where a new project is to be. */
export interface Ground {
  /** Files, relative to the project. */
  readonly present: ReadonlyMap<string, string | null>;
  /** That exist, absolute, in which an earlier attempt may have left something. */
  readonly folders: readonly string[];
  /** That the project will belong to; null: one is to be made. */
  readonly repository: GitRepository | null;
  /** It is the project's own, not one that the folder lies in. */
  readonly isOwnRepository: boolean;
  /** Of an attempt that was interrupted before its commit. */
  readonly installed: Marker | null;
}

/** Looks, and refuses with CONFLICT or ALREADY_INSTALLED what is no place for a new project; writes nothing. */
export async function readGround(ports: Ports, projectPath: string, plan: InitPlan): Promise<Ground> {
  refuseObstacles(forbiddenPlace(ports, projectPath));
  const stat = await ports.files.stat(projectPath);
  if (stat !== null && stat.kind !== "directory") {
    throw new ToolError("CONFLICT", `${tildePath(projectPath, ports.machine.home)} is a file.`, {
      details: { path: projectPath },
      reason: "Nothing was written.",
    });
  }
  const { present, folders } = await walk(ports, projectPath, plan);
  const foreign = foreignEntries(present, plan.files);
  const marker = await readMarker(ports, backlogPaths(projectPath));
  const { repository, isOwn } = await findRepository(ports, projectPath);
  const commit = repository === null ? null : (await ports.git.head(repository)).commit;
  if (marker !== null && (foreign.length > 0 || commit !== null || !isOwn))
    throw alreadyThere(ports, projectPath);
  if (foreign.length > 0) throw notEmpty(ports, projectPath, foreign);
  return { present, folders, repository, isOwnRepository: isOwn, installed: marker };
}

/** Only where the plan writes, too, is it looked deeper; what else lies there is foreign as a whole. */
async function walk(
  ports: Ports,
  projectPath: string,
  plan: InitPlan,
): Promise<{ present: Map<string, string | null>; folders: string[] }> {
  const planned = new Map(plan.files.map(({ path, text }) => [path, text]));
  const inside = (path: string): boolean => [...planned.keys()].some((one) => one.startsWith(`${path}/`));
  const present = new Map<string, string | null>();
  const folders: string[] = [];
  const visit = async (relative: string): Promise<void> => {
    const folder = relative === "" ? projectPath : `${projectPath}/${relative}`;
    const entries = await ports.files.list(folder);
    if (entries === null) return;
    folders.push(folder);
    for (const { name, kind } of entries) {
      const path = relative === "" ? name : `${relative}/${name}`;
      if (path === ".git") continue;
      if (kind === "directory" && inside(path)) await visit(path);
      else
        present.set(
          path,
          kind === "file" && planned.has(path) ? await textOf(ports, `${folder}/${name}`) : null,
        );
    }
  };
  await visit("");
  return { present, folders };
}

async function textOf(ports: Ports, path: string): Promise<string | null> {
  return ports.files.read(path).catch(() => null);
}

/** A folder inside of somebody's repository belongs to that one, unless it is ignored there. */
async function findRepository(
  ports: Ports,
  projectPath: string,
): Promise<{ repository: GitRepository | null; isOwn: boolean }> {
  let folder = projectPath;
  while ((await ports.files.stat(folder)) === null) folder = parentOf(folder);
  const repository = await ports.git.repository(folder);
  if (repository === null || repository.bare) return { repository: null, isOwn: true };
  const real = (await ports.files.realPath(folder)) ?? folder;
  const path = `${real === "/" ? "" : real}${projectPath.slice(folder === "/" ? 0 : folder.length)}`;
  if (path === repository.topLevel) return { repository, isOwn: true };
  const relative = path.slice(repository.topLevel.length + 1);
  const ignored = (await ports.git.ignored(repository, [relative])).length > 0;
  return { repository: ignored ? null : repository, isOwn: ignored };
}

function alreadyThere(ports: Ports, projectPath: string): ToolError {
  return new ToolError("ALREADY_INSTALLED", `${folderName(projectPath)} is already set up.`, {
    details: { path: projectPath },
    reason: `${tildePath(projectPath, ports.machine.home)} is a project already. Nothing was written.`,
    hints: [{ command: `${TOOL_NAME} status` }],
  });
}

function notEmpty(ports: Ports, projectPath: string, foreign: readonly string[]): ToolError {
  const [first = ""] = foreign;
  const more = foreign.length === 1 ? "" : ` and ${foreign.length - 1} more`;
  return new ToolError("CONFLICT", `${folderName(projectPath)} is not empty.`, {
    details: { path: projectPath, entries: foreign },
    reason: `${tildePath(projectPath, ports.machine.home)} holds ${first}${more}. Nothing was written.`,
    hints: [{ command: `${TOOL_NAME} install`, purpose: "set up what is there" }],
  });
}
