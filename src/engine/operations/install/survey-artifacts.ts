import type { ArtifactFacts } from "#core/install/artifact-facts";
import { artifactPaths } from "#core/install/artifact-paths";
import type { PlanStep } from "#core/install/plan-step";
import { folderName } from "#core/projects/absolute-path";
import { isInside } from "#core/projects/sandbox";
import { ToolError, type ErrorCode, type Hint } from "#contracts/error";
import { FILES, LEGACY, MARKER_FILE, STATE_DIR, TOOL_NAME } from "#contracts/names";
import type { FileKind, FileStat, Ports } from "#engine/ports";
import { WITH_WORK_TREE } from "#core/git/with-work-tree";
import { tempBeside } from "#engine/files/atomic-write";
import { readExactly } from "#engine/files/read-exactly";

/** Why nothing can be written; the words follow "is". */
export interface Obstacle {
  readonly subject: string;
  readonly words: string;
  readonly code: ErrorCode;
  readonly hint?: Hint;
}

export interface ArtifactSurvey {
  readonly facts: ArtifactFacts;
  /** In the way of any write. */
  readonly obstacles: readonly Obstacle[];
  /** In the way of a write to that file alone. */
  readonly readOnly: readonly string[];
}

/** What of an installation is there, and what stands in its place; writes nothing. */
export async function surveyArtifacts(ports: Ports, projectPath: string): Promise<ArtifactSurvey> {
  const texts: Record<string, string | null> = {};
  const links: Record<string, string> = {};
  const modifiedMs: Record<string, number> = {};
  const obstacles: Obstacle[] = [];
  const readOnly: string[] = [];
  const stateDir = await lookAt(ports, projectPath, STATE_DIR, "directory");
  if (stateDir.kind === "obstacle") obstacles.push(stateDir);
  const hasState = stateDir.kind === "there";
  for (const path of artifactPaths) {
    if (!hasState && path.startsWith(`${STATE_DIR}/`)) continue;
    const found = await lookAt(ports, projectPath, path, "file");
    if (found.kind === "obstacle") obstacles.push(found);
    if (found.kind !== "there") continue;
    texts[path] = await readExactly(ports, `${projectPath}/${path}`);
    modifiedMs[path] = found.stat.mtimeMs;
    if ((found.stat.mode & WRITE_BITS) === 0) readOnly.push(path);
    if (found.target !== null) links[path] = found.target;
  }
  const legacy = await legacyMarker(ports, projectPath);
  if (legacy !== null) obstacles.push(legacy);
  const backlogCopy = hasState ? await readCopy(ports, projectPath) : null;
  return { facts: { texts, links, modifiedMs, backlogCopy }, obstacles, readOnly };
}

const WRITE_BITS = 0o222;

/** Throws the first of what stands in the way. */
export function refuseObstacles(obstacles: readonly Obstacle[]): void {
  const [first] = obstacles;
  if (first === undefined) return;
  throw new ToolError(first.code, `${first.subject} is ${first.words}.`, {
    details: { path: first.subject },
    reason: "Nothing was written.",
    ...(first.hint && { hints: [first.hint] }),
  });
}

/** Of the home the state directory is the global one; work in the top of the tree would stage everything there is. */
export function forbiddenPlace(ports: Ports, projectPath: string): Obstacle[] {
  const code = "CONFLICT";
  if (projectPath === "/") return [{ subject: "/", words: "the top folder, which can't be a project", code }];
  if (projectPath !== ports.machine.home) return [];
  const words = `your home, which can't be a project: ~/${STATE_DIR} holds your own settings`;
  return [{ subject: "This folder", words, code }];
}

/** In a bare repository there are no files to work in, and what is written lies among git's own. */
export async function bareRepository(ports: Ports, projectPath: string): Promise<Obstacle[]> {
  if ((await ports.git.version()) === null) return [];
  const repository = await ports.git.repository(projectPath);
  if (repository?.bare !== true) return [];
  return [{ subject: "This folder", words: BARE_WORDS, code: "CONFLICT", hint: WITH_WORK_TREE }];
}

export const BARE_WORDS = "a bare git repository: it has no work tree";

/** Files among those to be written that their owner has set read-only: replacing them would get around it. */
export function readOnlyAmong({ readOnly }: ArtifactSurvey, steps: readonly PlanStep[]): Obstacle[] {
  const written = steps.flatMap(({ kind, path }) => (kind === "write" ? [path] : []));
  return readOnly
    .filter((path) => written.includes(path))
    .map((path) => ({ subject: path, words: "read-only", code: "CONFLICT" }));
}

/** Whether files can be made there, tried: permissions alone don't tell, a disk may be read-only, and root may write anywhere else. Leaves nothing. */
export async function tryFolders(ports: Ports, projectPath: string): Promise<Obstacle[]> {
  const obstacles: Obstacle[] = [];
  for (const folder of [projectPath, `${projectPath}/${STATE_DIR}`]) {
    if ((await ports.files.stat(folder)) === null) continue;
    const trial = tempBeside(ports, `${folder}/${MARKER_FILE}`);
    try {
      await ports.files.write(trial, "", { exclusive: true });
      await ports.files.remove(trial);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const why = /can't be [a-z]+: (.+)\.$/.exec(error.message)?.[1] ?? error.message;
      obstacles.push({ subject: folderName(folder), words: `not writable: ${why}`, code: error.code });
    }
  }
  return obstacles;
}

type Look =
  | { readonly kind: "absent" }
  /** `target`: where a link leads, relative to the project. */
  | { readonly kind: "there"; readonly stat: FileStat; readonly target: string | null }
  | ({ readonly kind: "obstacle" } & Obstacle);

/** A link is followed, but not out of the project. */
async function lookAt(
  ports: Ports,
  projectPath: string,
  path: string,
  wanted: "file" | "directory",
): Promise<Look> {
  const absolute = `${projectPath}/${path}`;
  const refused = (words: string, code: ErrorCode = "CONFLICT"): Look => {
    return { kind: "obstacle", subject: path, words, code };
  };
  const own = await ports.files.linkStat(absolute);
  if (own === null) return { kind: "absent" };
  if (own.kind === wanted) return { kind: "there", stat: own, target: null };
  if (own.kind !== "link") return refused(misplaced(own.kind, wanted));
  const real = await ports.files.realPath(absolute);
  if (real === null) return refused("a link that leads nowhere");
  const base = (await ports.files.realPath(projectPath)) ?? projectPath;
  if (!isInside(base, real)) {
    return refused(`a link that leads out of ${folderName(projectPath)}`, "PATH_VIOLATION");
  }
  const stat = await ports.files.stat(real);
  if (stat === null || stat.kind === wanted) {
    return { kind: "there", stat: stat ?? own, target: real.slice(base.length + 1) };
  }
  return refused(misplaced(stat.kind, wanted));
}

function misplaced(kind: FileKind, wanted: "file" | "directory"): string {
  const there = kind === "directory" ? "a folder" : kind === "file" ? "a file" : "no regular file";
  return `${there}, where a ${wanted === "file" ? "file" : "folder"} has to be`;
}

/** Beside it a second installation would start with an empty backlog. Others use that name, too: only a marker of ours counts. */
async function legacyMarker(ports: Ports, projectPath: string): Promise<Obstacle | null> {
  const text = await readable(ports, `${projectPath}/${LEGACY.markerFile}`);
  if (text === null || !new RegExp(`"${LEGACY.name}"\\s*:\\s*true`).test(text)) return null;
  const hint = { command: `${TOOL_NAME} migrate`, purpose: "convert it, with its backlog" };
  return { subject: LEGACY.markerFile, words: "of a legacy installation", code: "CONFLICT", hint };
}

async function readCopy(ports: Ports, projectPath: string): Promise<string | null> {
  const text = await readable(ports, `${projectPath}/${STATE_DIR}/${FILES.backup}`);
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return value !== null && Array.isArray((value as { items?: unknown }).items) ? text : null;
  } catch {
    return null;
  }
}

async function readable(ports: Ports, path: string): Promise<string | null> {
  try {
    return await ports.files.read(path);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
