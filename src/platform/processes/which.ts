import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";

/** Absolute path of what the name would start, looked up as the system does; never starts it. */
export function which(binary: string, path: string | undefined): string | null {
  if (binary === "") return null;
  if (binary.includes("/")) return isExecutable(resolve(binary)) ? resolve(binary) : null;
  for (const folder of (path ?? "").split(":")) {
    // An empty entry is the current folder.
    const candidate = resolve(folder, binary);
    if (isExecutable(candidate)) return candidate;
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
