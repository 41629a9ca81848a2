// Builds dist/: the entry, lazily loaded chunks, and the licences of what is bundled.
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { rolldown } from "rolldown";
import { build as buildWeb } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const pkg = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
const out = join(root, "dist");

/** The folder of the npm package that a bundled module belongs to, or null for our own. */
const packageFolder = (id) => {
  const at = id.lastIndexOf(`${sep}node_modules${sep}`);
  if (at < 0) return null;
  const [first, second] = id.slice(at + 14).split(sep);
  return join(id.slice(0, at + 14), first.startsWith("@") ? join(first, second) : first);
};

const licences = async (folders) => {
  const texts = [];
  for (const folder of [...folders].sort((a, b) => (a < b ? -1 : 1))) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = await Promise.any(
      ["LICENSE", "LICENSE.md", "LICENSE.txt", "license", "License"].map((f) =>
        readFile(join(folder, f), "utf8"),
      ),
    ).catch(() => "");
    texts.push(`${name} ${version} (${license})\n\n${file.trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(72)}\n\n`);
};

// Each file costs the loader half a millisecond, each kilobyte next to nothing: what the quick commands need is one
// chunk, and what a run needs besides another. A set that holds all its own imports can't wait on another chunk.
const HOT = [
  "compose",
  "platform/node-ports",
  "cli/commands/watch/status",
  "cli/commands/backlog/list",
  "cli/commands/backlog/add",
  "cli/commands/projects/status",
];
const LOOP = [
  "platform/git-cli",
  "cli/commands/loop/run",
  "cli/commands/watch/follow",
  "cli/commands/recover/resume",
];
const imports = new Map();
const collectImports = {
  name: "collect-imports",
  moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
};

/** What is loaded before all else brings its own copy of what it imports, so that neither waits for the other. */
const EARLY = "?early";
/** Node's modules without the facade that import makes of them: it reads every lazy property, and loads what stands behind. */
const BUILTIN = "\0builtin:";
const plainBuiltins = {
  name: "plain-builtins",
  resolveId: (id, importer) =>
    id.startsWith("node:") ? BUILTIN + id + (importer?.endsWith(EARLY) ? EARLY : "") : null,
  load(id) {
    if (!id.startsWith(BUILTIN)) return null;
    const name = id.slice(BUILTIN.length).replace(EARLY, "");
    const names = Object.keys(process.getBuiltinModule(name)).filter((key) => /^[a-z_$][\w$]*$/i.test(key));
    const own = names.filter((key) => key !== "default");
    return `const m = process.getBuiltinModule(${JSON.stringify(name)});\n${own.map((key) => `export const ${key} = m.${key};`).join("\n")}\nexport default m;`;
  },
};
const earlyCopies = {
  name: "early-copies",
  async resolveId(id, importer, options) {
    const asks = id === "#platform/git/early-git" || importer?.endsWith(EARLY) === true;
    if (!asks || id.startsWith("node:")) return null;
    const found = await this.resolve(id, importer?.replace(EARLY, ""), { ...options, skipSelf: true });
    return found === null ? null : { ...found, id: found.id + EARLY };
  },
  load: async (id) =>
    id.endsWith(EARLY) && !id.startsWith(BUILTIN)
      ? { code: await readFile(id.slice(0, -EARLY.length), "utf8"), moduleType: "ts" }
      : null,
};
const reached = new Map();
const reachable = (roots) => {
  if (!reached.has(roots)) {
    const seen = new Set();
    const visit = (id) => {
      if (seen.has(id)) return;
      seen.add(id);
      imports.get(id)?.forEach(visit);
    };
    roots.forEach((name) => visit(join(root, `src/${name}.ts`)));
    reached.set(roots, seen);
  }
  return reached.get(roots);
};

/** What is all ASCII is read and kept a byte a character. An escape means the same in a string, a pattern and a name; a tag alone sees it as it's written. */
const asciiChunks = {
  name: "ascii-chunks",
  generateBundle(_, chunks) {
    for (const chunk of Object.values(chunks)) {
      if (chunk.type !== "chunk") continue;
      if (/\braw`[^`]*[^\0-\x7f]|(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(chunk.code))
        throw new Error(`${chunk.fileName}: what isn't ASCII stands in a raw text, or behind a backslash.`);
      const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
      chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escape);
      // It throws where an escape stands in a wrong place.
      compileFunction(chunk.code.replace(/^#!.*/, ""), ["exports", "require", "module"]);
    }
  },
};

await rm(out, { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: join(root, "src/main.ts") },
  platform: "node",
  cwd: root,
  plugins: [earlyCopies, plainBuiltins, collectImports, asciiChunks],
  treeshake: { propertyReadSideEffects: false },
  onLog(level, log, handle) {
    if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
    handle(level, log);
  },
  // A package's UMD entry requires its parts by computed names, which no bundler finds.
  resolve: { mainFields: ["module", "main"] },
  transform: { define: { __VERSION__: JSON.stringify(pkg.version) } },
});
const { output } = await bundle.write({
  dir: out,
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name]-[hash].cjs",
  codeSplitting: {
    groups: [
      { name: "early", test: (id) => id.endsWith(EARLY), priority: 3 },
      { name: "base", test: (id) => reachable(HOT).has(id), priority: 2 },
      { name: "loop", test: (id) => reachable(LOOP).has(id), priority: 1 },
    ],
  },
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
});
await bundle.close();
const early = output.find(({ name }) => name === "early").fileName;
for (const { name, modules = {}, imports: loaded = [] } of output) {
  if (loaded.includes(early) || (name === "early" && loaded.some((file) => !file.includes("runtime"))))
    throw new Error(`Chunk ${name} and the early one aren't apart.`);
  const heavy = Object.keys(modules).find((id) => /node_modules\/(zod|hono|@hono)\//.test(id));
  // What the server needs must not slow down the start of anything else.
  if (heavy !== undefined && ["base", "loop"].includes(name))
    throw new Error(`${heavy} is in chunk ${name}.`);
}
await chmod(join(out, "main.cjs"), 0o755);

// The dashboard: vite empties its own folder alone, so it comes second.
const web = await buildWeb({ configFile: join(root, "vite.config.ts"), logLevel: "warn" });

const bundled = new Set(
  [...output, ...web.output].flatMap((chunk) => Object.keys(chunk.modules ?? {})).map(packageFolder),
);
bundled.delete(null);
await writeFile(join(out, "THIRD-PARTY-LICENSES.txt"), await licences(bundled));

// As an installation does it: the tests and figures of this build are those of an installed one.
await import("./warm-code-cache.mjs");
