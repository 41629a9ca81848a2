import type { Module } from "node:module";
import type { Script } from "node:vm";

// Had from the process, since an import of them would be a chunk that is loaded before there is a loader for it.
const fs = process.getBuiltinModule("node:fs");
const node = process.getBuiltinModule("node:module");
const vm = process.getBuiltinModule("node:vm");

/** What V8 made of a chunk, in a file beside it: compiling the chunks anew is a sixth of a quick command's time. */
const KEPT = ".cache";

type Loader = (module: Module, filename: string) => void;

/** Has the chunks of this folder loaded with what an earlier process has compiled of them. Kept code of another Node is refused by V8, a chunk without any is compiled as ever. */
export function useCodeCache(folder: string, update: boolean): void {
  // The loader's own table: there is no other way to hand it compiled code before Node 22.
  const loaders = (node.Module as unknown as { _extensions: Record<string, Loader> })._extensions;
  const plain = loaders[".js"];
  loaders[".cjs"] = (module, filename) => {
    const isOurs = filename.startsWith(folder);
    const kept = isOurs ? readOrNull(filename + KEPT) : null;
    if (plain !== undefined && kept === null && !(isOurs && update)) return plain(module, filename);
    const script = compile(filename, kept);
    if (update) process.once("exit", () => fs.writeFileSync(filename + KEPT, script.createCachedData()));
    const run = script.runInThisContext() as (...scope: unknown[]) => void;
    run.call(module.exports, module.exports, module.require.bind(module), module, filename, folder);
  };
}

function compile(filename: string, cachedData: Buffer | null): Script {
  // The build writes ASCII alone, which takes no decoding.
  const source = node.Module.wrap(fs.readFileSync(filename, "latin1"));
  return new vm.Script(source, { filename, ...(cachedData !== null && { cachedData }) });
}

function readOrNull(path: string): Buffer | null {
  try {
    return fs.readFileSync(path);
  } catch {
    return null;
  }
}
