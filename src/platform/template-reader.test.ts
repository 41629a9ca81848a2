import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { createTemplateReader, findPackageRoot } from "#platform/template-reader";
import { bundleScript } from "../../test/agents/bundle-script.ts";

it("finds the package from the sources", () => {
  expect(findPackageRoot(import.meta.url)).toBe(
    fileURLToPath(new URL("../..", import.meta.url)).slice(0, -1),
  );
});

it("reads a template of the package, from its bundle too", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "package-")));
  mkdirSync(join(folder, "templates"));
  mkdirSync(join(folder, "dist/chunks"), { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "templates/TOOL.md"), "# {{projectName}}\n");
  const code = `import { createTemplateReader } from "#platform/template-reader";
    process.stdout.write(await createTemplateReader()("TOOL.md"));`;
  const script = await bundleScript(join(folder, "dist/chunks"), "reads-template", code);
  expect(execFileSync(process.execPath, [script], { encoding: "utf8", cwd: "/" })).toBe(
    "# {{projectName}}\n",
  );
  rmSync(folder, { recursive: true });
});

it("fails for a name that is none", async () => {
  await expect(createTemplateReader()("no-such-template")).rejects.toThrow("no-such-template");
  expect(findPackageRoot(pathToFileURL("/").href)).toBe("/");
});
