/** Whether an absolute path is the root or lies under it. Both must be resolved: links followed, no dot segments left. */
export function isInside(root: string, path: string): boolean {
  if (!root.startsWith("/") || path.split("/").includes("..")) return false;
  const base = root.replace(/\/+$/, "");
  return path === base || path.startsWith(`${base}/`);
}
