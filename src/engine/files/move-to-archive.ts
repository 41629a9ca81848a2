import { fileStamp } from "#core/text/file-stamp";
import type { Ports } from "#engine/ports";

/** Moves a file that a run wrote to a folder of its kind as YYYYMMDD-HHmmss-NAME (UTC), a second later where that name is taken; null when there is no such file. */
export async function moveToArchive(
  ports: Ports,
  path: string,
  folder: string,
  atMs: number,
): Promise<string | null> {
  if ((await ports.files.stat(path)) === null) return null;
  await ports.files.makeDir(folder);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const targetAt = (ms: number): string => `${folder}/${fileStamp(ms)}-${name}`;
  let ms = atMs;
  while ((await ports.files.linkStat(targetAt(ms))) !== null) ms += 1000;
  const target = targetAt(ms);
  await ports.files.rename(path, target);
  return target;
}
