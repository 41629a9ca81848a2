import { parseJsonSeed, type SeedItem } from "#core/init/parse-json-seed";
import { folderName, tildePath } from "#core/projects/absolute-path";
import { ToolError } from "#contracts/error";
import type { Ports } from "#engine/ports";

/** A new project's first items: JSON is taken as it stands, Markdown is read as a plan when the project is made. */
export type Seed = { readonly seedItems: readonly SeedItem[] } | { readonly seedMarkdown: string };

/** Reads a seed file: JSON by its name or its first character, else Markdown. FILE_NOT_FOUND, INVALID_JSON with its place, VALIDATION_ERROR. */
export async function readSeed(ports: Ports, path: string): Promise<Seed> {
  const shown = tildePath(path, ports.machine.home);
  const text = await ports.files.read(path);
  if (text === null) {
    throw new ToolError("FILE_NOT_FOUND", `There is no file ${shown}.`, {
      details: { path },
      reason: "Nothing was written.",
    });
  }
  const isJson = /\.json$/i.test(path) || /^\s*[[{]\s*["{\]}]/.test(text);
  return isJson ? { seedItems: parseJsonSeed(await parse(text, folderName(path))) } : { seedMarkdown: text };
}

async function parse(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { findJsonFault } = await import("#engine/files/json-fault");
    const { line, column, words } = findJsonFault(text);
    throw new ToolError("INVALID_JSON", `${file} is not valid JSON.`, {
      reason: `Line ${line}, column ${column}: ${words}. Nothing was written.`,
      details: { file, line, column },
    });
  }
}
