/** A path as typed, from a working directory, without dot segments and doubled slashes; follows no link. */
export function absolutePath(cwd: string, typed: string): string {
  const kept: string[] = [];
  for (const segment of (typed.startsWith("/") ? typed : `${cwd}/${typed}`).split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return `/${kept.join("/")}`;
}

/** The last segment; of the top of the tree, the slash. */
export function folderName(path: string): string {
  return path.split("/").findLast((segment) => segment !== "") ?? "/";
}

/** The folder that a path lies in; the top lies in itself. */
export function parentOf(path: string): string {
  return absolutePath("/", `${path}/..`);
}

/** As people write it: `~` for the home. */
export function tildePath(path: string, home: string): string {
  if (home === "" || home === "/") return path;
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
