import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const packageRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Writes a script with imports of our own modules as one file that a plain node can run; gives its path. */
export async function bundleScript(folder: string, name: string, code: string): Promise<string> {
  const id = join(packageRoot, `${name}.ts`);
  const bundle = await rolldown({
    input: id,
    cwd: packageRoot,
    platform: "node",
    plugins: [
      {
        name: "script",
        resolveId: (source) => (source === id ? id : null),
        load: (source) => (source === id ? code : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, output[0].code);
  return path;
}
