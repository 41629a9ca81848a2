// Writes templates/backlog.schema.json and the machine surfaces in test/golden from the contracts; tests compare them.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = await mkdtemp(join(tmpdir(), "write-schema-"));
const load = async (module) => {
  const file = join(scratch, `${module}.mjs`);
  const input = join(root, `src/contracts/schema/${module}.ts`);
  const bundle = await rolldown({ input, platform: "node", cwd: root });
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return import(pathToFileURL(file).href);
};
try {
  const { backlogSchemaText } = await load("backlog-json-schema");
  await writeFile(join(root, "templates/backlog.schema.json"), backlogSchemaText());
  const { surfaceTexts } = await load("surfaces");
  const golden = join(root, "test/golden");
  await rm(golden, { recursive: true, force: true });
  await mkdir(golden);
  for (const [name, text] of surfaceTexts()) await writeFile(join(golden, name), text);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
