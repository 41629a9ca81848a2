import { expect, it } from "vitest";
import { preflightInstall } from "#engine/operations/install/preflight-install";
import { surveyProject } from "#engine/operations/install/survey-project";
import { createMemoryWorld, type MemoryWorld } from "../../../../test/fakes/memory-ports.ts";

const errorsOf = async (spoil: (made: MemoryWorld) => void, path = "/work"): Promise<string[]> => {
  const made = createMemoryWorld();
  made.git.checkout("main");
  made.files.plant({ "/work/AGENTS.md": "# Ours\n", "/home/user/x": "" });
  spoil(made);
  const ports = made.runner();
  const { checks, errors } = await preflightInstall(ports, await surveyProject(ports, path));
  const failed = checks.flatMap(({ name, result, message }) =>
    result === "error" ? [`${name}: ${message}`] : [],
  );
  expect(errors).toBe(failed.length);
  return failed;
};

it.each<[string, (made: MemoryWorld) => void, string[]]>([
  ["nothing", () => undefined, []],
  [
    "a manifest that is no JSON",
    ({ files }) => files.plant({ "/work/package.json": "{" }),
    ["package.json: not valid JSON: line 1, column 2"],
  ],
  [
    "an installation",
    ({ files }) => files.plant({ "/work/.tool.json": "{}" }),
    [".tool.json: there already: tool update brings it up to date"],
  ],
  [
    "a legacy one",
    ({ files }) => files.plant({ "/work/.ralph.json": '{ "ralph" : true }' }),
    [".ralph.json: of a legacy installation"],
  ],
  ["a stranger's file of that name", ({ files }) => files.plant({ "/work/.ralph.json": "{}" }), []],
  [
    "reversed markers",
    ({ files }) => files.plant({ "/work/AGENTS.md": "<!-- tool:end -->\n<!-- tool:begin -->\n" }),
    ['AGENTS.md: damaged: its "tool" markers stand in the wrong order'],
  ],
  ["a read-only file", ({ files }) => files.chmod("/work/AGENTS.md", 0o444), ["AGENTS.md: read-only"]],
  [
    "several at once",
    ({ files }) => files.plant({ "/work/CLAUDE.md/x": "", "/work/.gitignore": "# tool:end\n" }),
    [
      "CLAUDE.md: a folder, where a file has to be",
      '.gitignore: damaged: its "tool" markers have no beginning',
    ],
  ],
])("with %s", async (_, spoil, errors) => {
  expect(await errorsOf(spoil)).toEqual(errors);
});

it.each([
  ["/home/user", "This folder: your home, which can't be a project: ~/.tool holds your own settings"],
  ["/", "/: the top folder, which can't be a project"],
])("%s can't be a project", async (path, error) => {
  expect(await errorsOf(() => undefined, path)).toContain(error);
});
