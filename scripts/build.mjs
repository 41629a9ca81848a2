// Builds dist/: the entry, lazily loaded chunks, and the licences of what is bundled.
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

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
  for (const folder of [...folders].sort()) {
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

await rm(out, { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: join(root, "src/main.ts") },
  platform: "node",
  cwd: root,
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
  format: "esm",
  entryFileNames: "[name].mjs",
  chunkFileNames: "[name]-[hash].mjs",
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
});
await bundle.close();
await chmod(join(out, "main.mjs"), 0o755);

const bundled = new Set(output.flatMap((chunk) => Object.keys(chunk.modules ?? {})).map(packageFolder));
bundled.delete(null);
await writeFile(join(out, "THIRD-PARTY-LICENSES.txt"), await licences(bundled));
