import { STATE_DIR } from "#contracts/names";

/** All but the state directories; as a pattern, for the user may ignore all of them, and git exits 1 on a plain name that is also ignored. */
export const WITHOUT_STATE_DIRS: readonly string[] = [
  ":/",
  `:(top,exclude,glob)**/${STATE_DIR.slice(0, -1)}[${STATE_DIR.slice(-1)}]/**`,
];

/** This very path, from the top level. */
export function exactly(path: string): string {
  return `:(top,literal)${path}`;
}

/** All but this path and what lies in it. Git exits 1 on a plain name that is also ignored, or whose folder is, so it has to be a pattern from its first character on. A backslash makes one of any character; brackets don't, they hold single bytes. */
export function without(path: string): readonly string[] {
  const pattern = path.replace(/[^/]/gu, "\\$&");
  return [`:(top,exclude,glob)${pattern}`, `:(top,exclude,glob)${pattern}/**`];
}
