import type { Ports } from "#engine/ports";

/** Where the file of an inode lies in the archive of its folder, newest first; null when it was deleted. */
export async function findRotated(
  ports: Ports,
  archive: string,
  name: string,
  inode: number,
): Promise<string | null> {
  const names = ((await ports.files.list(archive)) ?? []).map((entry) => entry.name);
  for (const one of names.filter((entry) => entry.endsWith(`-${name}`)).toReversed()) {
    const path = `${archive}/${one}`;
    if ((await ports.files.stat(path))?.inode === inode) return path;
  }
  return null;
}
