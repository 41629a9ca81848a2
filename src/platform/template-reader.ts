import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Ports } from "#engine/ports";

/** The folder of this package, found upwards of a module of it: the same from the sources and from the bundle. */
export function findPackageRoot(moduleUrl: string): string {
  let folder = dirname(fileURLToPath(moduleUrl));
  while (!existsSync(join(folder, "package.json")) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** Reads the package's own `templates/`. */
export function createTemplateReader(packageRoot = findPackageRoot(import.meta.url)): Ports["template"] {
  return async (name) => readFileSync(join(packageRoot, "templates", name), "utf8");
}
