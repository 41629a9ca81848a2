import { describe, expect, test } from "vitest";
import { foreignEntries } from "#core/init/foreign-entries";
import { planInit, type InitInput } from "#core/init/plan-init";
import { stackSkeleton } from "#core/init/stack-skeleton";
import { detectProfile } from "#core/profile/detect-profile";
import { STACK_PRESETS, type StackPreset } from "#contracts/project-rules";

const input = (more: Partial<InitInput> = {}): InitInput => ({
  name: "My Shop",
  description: 'Sells "books"\nand more.',
  stack: "python",
  overrides: {},
  items: [],
  ...more,
});
const filesOf = (more: Partial<InitInput> = {}): Record<string, string> =>
  Object.fromEntries(planInit(input(more)).files.map(({ path, text }) => [path, text]));

test.each<[StackPreset, string, string]>([
  ["node-typescript", "node-typescript", "npm test && npm run typecheck"],
  ["node-javascript", "node-javascript", "npm test"],
  ["python", "python", "pytest && ruff check . && ruff format --check ."],
  ["go", "go", "go test ./... && go vet ./... && go build ./..."],
  ["rust", "rust", "cargo test && cargo check && cargo clippy && cargo build && cargo fmt --check"],
  ["custom", "unknown", ""],
])("what is detected in a new %s project is the preset", (preset, stack, verify) => {
  const files = stackSkeleton(preset, { name: "shop", description: "" });
  expect(detectProfile({ files, entries: Object.keys(files) })).toMatchObject({
    profile: { stack, verify },
    problems: [],
  });
});

test.each<[string, string, string]>([
  ["My Shop", "my-shop", "my_shop"],
  ["Größe 2", "grosse-2", "grosse_2"],
  ["3d", "app-3d", "app_3d"],
  ["日本語", "app", "app"],
])("%j becomes a name that every registry takes", (name, dashed, module) => {
  const python = stackSkeleton("python", { name, description: "" });
  expect(python["pyproject.toml"]).toContain(`name = "${dashed}"`);
  expect(Object.keys(python)).toContain(`src/${module}/__init__.py`);
  expect(
    JSON.parse(stackSkeleton("node-javascript", { name, description: "" })["package.json"] ?? ""),
  ).toMatchObject({
    name: dashed,
  });
  expect(stackSkeleton("go", { name, description: "" })["go.mod"]).toMatch(`module ${dashed}\n`);
});

test("description and name stand where they belong, on one line where they must", () => {
  const files = filesOf();
  expect(files["README.md"]).toBe('# My Shop\n\nSells "books"\nand more.\n');
  expect(files["pyproject.toml"]).toContain('description = "Sells \\"books\\" and more."\n');
  expect(JSON.parse(files[".tool/backlog.json"] ?? "")).toMatchObject({
    project: "My Shop",
    description: 'Sells "books"\nand more.',
    items: [],
  });
});

test("overrides count for the default criterion", () => {
  const { items } = JSON.parse(
    filesOf({
      overrides: { test: "make test", lint: "", format: "" },
      items: [{ type: "bug", priority: 1, title: "A" }],
    })[".tool/backlog.json"] ?? "",
  ) as { items: { acceptanceCriteria: string[] }[] };
  expect(items[0]?.acceptanceCriteria).toEqual(["make test passes"]);
});

test.each(["", "  ", "a\nb", "a\u0000b"])("the name %j is refused", (name) => {
  expect(() => planInit(input({ name }))).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
});

describe("a folder is new", () => {
  const { files } = planInit(input());
  const foreign = (content: Record<string, string | null>): string[] =>
    foreignEntries(new Map(Object.entries(content)), files);

  test.each(STACK_PRESETS)("with what an earlier attempt at %s left", (stack) => {
    const plan = planInit(input({ stack })).files;
    expect(foreignEntries(new Map(plan.map(({ path, text }) => [path, text])), plan)).toEqual([]);
  });

  test("with what a hosting service puts into a new repository, and with leftovers of killed writers", () => {
    const there = [
      "README.md",
      "readme.rst",
      "LICENSE",
      "LICENCE.txt",
      ".gitignore",
      ".editorconfig",
      ".DS_Store",
    ];
    const left = [
      "pyproject.toml.812-0a1b2c3d.tmp",
      ".tool.json.lock",
      ".tool/backlog.json.lock",
      "AGENTS.md",
    ];
    expect(foreign(Object.fromEntries([...there, ...left].map((path) => [path, null])))).toEqual([]);
  });

  test.each([
    ["package.json", "{}"],
    ["pyproject.toml", "[project]\n"],
    ["src/main.c", null],
    ["notes.txt", null],
    [".tool/backlog.json", "{}"],
    ["vendor", null],
  ])("but not with a %s of somebody's", (path, text) => {
    expect(foreign({ [path]: text })).toEqual([path]);
  });
});
