/** This very path, from the top level. */
export function exactly(path: string): string {
  return `:(top,literal)${path}`;
}

/** All but this path and what lies in it. Written as a pattern, since git exits 1 on a plain name that is also ignored. */
export function without(path: string): readonly string[] {
  const pattern = path.replace(/[\\*?[\]]/g, "\\$&").replace(/([^\\])$/, "[$1]");
  return [`:(top,exclude,glob)${pattern}`, `:(top,exclude,glob)${pattern}/**`];
}
