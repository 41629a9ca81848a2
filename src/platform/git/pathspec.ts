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

/** All but this path and what lies in it. Written as a pattern, since git exits 1 on a plain name that is also ignored. */
export function without(path: string): readonly string[] {
  const pattern = path.replace(/[\\*?[\]]/g, "\\$&").replace(/([^\\])$/, "[$1]");
  return [`:(top,exclude,glob)${pattern}`, `:(top,exclude,glob)${pattern}/**`];
}
