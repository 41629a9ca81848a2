// Writes templates/backlog.schema.json from the contracts; a test compares the two.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = await mkdtemp(join(tmpdir(), "write-schema-"));
try {
  const file = join(scratch, "schema.mjs");
  const bundle = await rolldown({
    input: join(root, "src/contracts/schema/backlog-json-schema.ts"),
    platform: "node",
    cwd: root,
  });
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  const { backlogSchemaText } = await import(pathToFileURL(file).href);
  await writeFile(join(root, "templates/backlog.schema.json"), backlogSchemaText());
} finally {
  await rm(scratch, { recursive: true, force: true });
}
