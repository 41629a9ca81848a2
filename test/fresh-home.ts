import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** No test sees the developer's home, git configuration or tool settings. */
const home = mkdtempSync(join(tmpdir(), "tool-home-"));
process.env["HOME"] = home;
process.env["XDG_CONFIG_HOME"] = join(home, ".config");
process.env["GIT_CONFIG_GLOBAL"] = join(home, ".gitconfig");
process.env["GIT_CONFIG_NOSYSTEM"] = "1";
for (const name of Object.keys(process.env)) {
  if (name.startsWith("TOOL_") || name === "NO_COLOR" || name === "FORCE_COLOR" || name === "CI")
    delete process.env[name];
}

afterAll(() => rmSync(home, { recursive: true, force: true }));
