import { OPTIONAL_FILES } from "#core/init/stack-skeleton";
import { ARTIFACT } from "#core/install/artifact-paths";
import { MARKER_FILE, STATE_DIR } from "#contracts/names";

/** A folder as a new project would find it: paths relative to it, "/" separated; null stands for what is no plain text file. */
export type FolderContent = ReadonlyMap<string, string | null>;

/** What lies in many a repository that is new all the same. */
const HARMLESS =
  /^(?:readme|licen[cs]e|copying|notice)(?:\.\w+)?$|^\.git(?:ignore|attributes)?$|^\.editorconfig$|^\.DS_Store$/i;

/** Left by a writer that was killed. */
const LEFTOVER = /\.\d+-[0-9a-f]{8}\.tmp$|\.lock$/;

/** What is neither harmless nor left by an earlier, interrupted attempt at the very same plan: a folder that holds such is not new. */
export function foreignEntries(
  content: FolderContent,
  planned: readonly { readonly path: string; readonly text: string }[],
): string[] {
  const texts = new Map(planned.map(({ path, text }) => [path, text]));
  return [...content].flatMap(([path, text]) =>
    HARMLESS.test(path) || LEFTOVER.test(path) || isOurs(path) || texts.get(path) === text ? [] : [path],
  );
}

const isOurs = (path: string): boolean =>
  path === MARKER_FILE ||
  (path.startsWith(`${STATE_DIR}/`) && path !== ARTIFACT.backlog) ||
  path === ARTIFACT.agents ||
  path === ARTIFACT.claude ||
  OPTIONAL_FILES.includes(path);
