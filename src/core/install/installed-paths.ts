import { artifactPaths } from "#core/install/artifact-paths";

/** What install writes into a project, relative to the top of its work tree; the prefix is "" or "sub/folder/". */
export const installedPaths = (prefix: string): ReadonlySet<string> =>
  new Set(artifactPaths.map((path) => prefix + path));
