import { artifactPaths } from "#core/install/artifact-paths";
import { detectProfile, filesToRead } from "#core/profile/detect-profile";
import { folderName } from "#core/projects/absolute-path";
import { isInside } from "#core/projects/sandbox";
import { utf8Length } from "#core/text/utf8-length";
import { ToolError, type ErrorCode } from "#contracts/error";
import { MARKER_FILE, STATE_DIR } from "#contracts/names";
import type { ProjectProfile } from "#contracts/schema/profile";
import type { FileKind, Ports } from "#engine/ports";
import { tempBeside } from "#engine/stores/atomic-write";

/** Why nothing can be installed; the words follow "is". */
interface Obstacle {
  readonly subject: string;
  readonly words: string;
  readonly code: ErrorCode;
}

/** A project file that can't be understood; the words follow its name. */
interface UnclearFile {
  readonly file: string;
  readonly words: string;
}

/** A folder as an installation finds it. */
export interface ProjectSurvey {
  readonly projectPath: string;
  /** Present texts of the artifacts, byte for byte. */
  readonly facts: Readonly<Record<string, string | null>>;
  readonly obstacles: readonly Obstacle[];
  /** As detected; commands of an unclear file are missing. */
  readonly profile: ProjectProfile;
  readonly unclear: readonly UnclearFile[];
}

const BOM = "\uFEFF";
const BOM_BYTES = 3;

/** Reads what an installation depends on; tries whether the folder can be written to, and leaves nothing there. */
export async function surveyProject(ports: Ports, projectPath: string): Promise<ProjectSurvey> {
  const detected = await detect(ports, projectPath);
  const artifacts = await readArtifacts(ports, projectPath);
  const writable = artifacts.obstacles.length > 0 ? [] : await tryFolders(ports, projectPath);
  return {
    projectPath,
    ...detected,
    facts: artifacts.facts,
    obstacles: [...artifacts.obstacles, ...writable],
  };
}

async function detect(
  ports: Ports,
  projectPath: string,
): Promise<{ profile: ProjectProfile; unclear: UnclearFile[] }> {
  const entries = ((await ports.files.list(projectPath)) ?? []).map((entry) => entry.name);
  const files: Record<string, string | null> = {};
  for (const name of filesToRead) {
    if (entries.includes(name)) files[name] = await readable(ports, `${projectPath}/${name}`);
  }
  const { profile, problems } = detectProfile({ files, entries });
  const unclear: UnclearFile[] = [];
  for (const { file, kind, message } of problems) {
    const place = kind === "syntax" ? await placeOf(files[file] ?? "") : "";
    unclear.push({ file, words: message + place });
  }
  return { profile, unclear };
}

/** What can't be read tells nothing of the stack; that is no reason to refuse. */
async function readable(ports: Ports, path: string): Promise<string | null> {
  try {
    return await ports.files.read(path);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

async function placeOf(text: string): Promise<string> {
  const { findJsonFault } = await import("#engine/stores/json-fault");
  const { line, column } = findJsonFault(text);
  return `: line ${line}, column ${column}`;
}

async function readArtifacts(
  ports: Ports,
  projectPath: string,
): Promise<{ facts: Record<string, string | null>; obstacles: Obstacle[] }> {
  const facts: Record<string, string | null> = {};
  const obstacles: Obstacle[] = [];
  const stateDir = await obstacleAt(ports, projectPath, STATE_DIR, "directory");
  if (stateDir !== null) obstacles.push(stateDir);
  for (const path of artifactPaths) {
    if (stateDir !== null && path.startsWith(`${STATE_DIR}/`)) continue;
    const obstacle = await obstacleAt(ports, projectPath, path, "file");
    if (obstacle !== null) obstacles.push(obstacle);
    else facts[path] = await readExactly(ports, `${projectPath}/${path}`);
  }
  return { facts, obstacles };
}

/** Null where there is nothing, or what should be there. A link is followed, but not out of the project. */
async function obstacleAt(
  ports: Ports,
  projectPath: string,
  path: string,
  wanted: "file" | "directory",
): Promise<Obstacle | null> {
  const absolute = `${projectPath}/${path}`;
  const own = await ports.files.linkStat(absolute);
  if (own === null || own.kind === wanted) return null;
  if (own.kind !== "link") return { subject: path, words: misplaced(own.kind, wanted), code: "CONFLICT" };
  const real = await ports.files.realPath(absolute);
  if (real === null) return { subject: path, words: "a link that leads nowhere", code: "CONFLICT" };
  if (!isInside((await ports.files.realPath(projectPath)) ?? projectPath, real)) {
    return {
      subject: path,
      words: `a link that leads out of ${folderName(projectPath)}`,
      code: "PATH_VIOLATION",
    };
  }
  const target = await ports.files.stat(real);
  if (target === null || target.kind === wanted) return null;
  return { subject: path, words: misplaced(target.kind, wanted), code: "CONFLICT" };
}

function misplaced(kind: FileKind, wanted: "file" | "directory"): string {
  const there = kind === "directory" ? "a folder" : kind === "file" ? "a file" : "no regular file";
  return `${there}, where a ${wanted === "file" ? "file" : "folder"} has to be`;
}

/** Reading drops a byte order mark; it is the user's, and written back it must be there. */
async function readExactly(ports: Ports, path: string): Promise<string | null> {
  const text = await ports.files.read(path);
  if (text === null) return null;
  const size = (await ports.files.stat(path))?.size ?? 0;
  return size === utf8Length(text) + BOM_BYTES ? BOM + text : text;
}

/** Permissions alone don't tell: a disk may be read-only, and root may write anywhere else. */
async function tryFolders(ports: Ports, projectPath: string): Promise<Obstacle[]> {
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
