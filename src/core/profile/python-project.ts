import type { ProjectFacts } from "#core/profile/project-facts";
import type { ProfileCommands } from "#contracts/schema/profile";

/** Files that are some tool's own. */
const OWN_FILES = {
  pytest: ["pytest.ini", "conftest.py"],
  mypy: ["mypy.ini", ".mypy.ini"],
  ruff: ["ruff.toml", ".ruff.toml"],
} as const;

/** Says what the project is about, not what it uses. */
const ABOUT = /^\s*(?:name|description|keywords|readme|homepage|repository|documentation)\s*=.*$/gim;

/** Each command only when the project names its tool, in a file that lists tools or by a file of the tool's own. */
export function pythonCommands(facts: ProjectFacts): ProfileCommands {
  const text = Object.entries(facts.files)
    .flatMap(([name, content]) => (name === "package.json" ? [] : (content ?? "")))
    .join("\n")
    .replace(/#.*$/gm, "")
    .replace(ABOUT, "");
  const inText = (tool: string): boolean => new RegExp(`(?<![\\w-])${tool}(?![\\w-])`).test(text);
  const names = (tool: keyof typeof OWN_FILES): boolean =>
    inText(tool) || OWN_FILES[tool].some((file) => facts.entries.includes(file));
  const ruff = names("ruff");
  return {
    test: names("pytest") ? "pytest" : null,
    typecheck: names("mypy") ? "mypy ." : null,
    lint: ruff ? "ruff check ." : null,
    build: null,
    // Where black formats, ruff is there for its checks alone.
    format: ruff && !inText("black") ? "ruff format --check ." : null,
  };
}
