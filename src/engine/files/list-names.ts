import type { Ports } from "#engine/ports";

/** Of a directory, folders with a slash at their end; null where there is none. */
export async function namesIn(ports: Ports, directory: string): Promise<string[] | null> {
  const entries = await ports.files.list(directory);
  return entries?.map(({ name, kind }) => (kind === "directory" ? `${name}/` : name)) ?? null;
}

/** Every regular file below a directory, relative to it; links are not followed. Null where there is none. */
export async function filesBelow(ports: Ports, directory: string): Promise<string[] | null> {
  const entries = await ports.files.list(directory);
  if (entries === null) return null;
  const found: string[] = [];
  for (const { name, kind } of entries) {
    if (kind === "file") found.push(name);
    if (kind !== "directory") continue;
    for (const path of (await filesBelow(ports, `${directory}/${name}`)) ?? []) found.push(`${name}/${path}`);
  }
  return found;
}
