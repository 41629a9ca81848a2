import { describe, expect, test } from "vitest";
import { parseSignal } from "#core/agents/parse-signal";
import { findBlock } from "#core/install/managed-block";
import { render } from "#core/prompt/template";
import { templateVars } from "#core/prompt/template-vars";
import { TEMPLATE_VARIABLES } from "#contracts/project-rules";
import { templateTexts } from "../../../test/samples/template-texts.ts";

const vars = templateVars({
  projectName: "ledger-api",
  projectDescription: "Books",
  profile: {
    stack: "python",
    packageManager: null,
    monorepo: false,
    commands: { test: "pytest", typecheck: null, lint: "ruff check .", build: null, format: null },
    verify: "pytest && ruff check .",
  },
  requirements: "All of it",
});

test("every variable of the spec has a value", () => {
  expect(TEMPLATE_VARIABLES.map((name) => [name, vars[name]])).toEqual([
    ["projectName", "ledger-api"],
    ["projectDescription", "Books"],
    ["testCommand", "pytest"],
    ["typecheckCommand", "none"],
    ["lintCommand", "ruff check ."],
    ["buildCommand", "none"],
    ["formatCommand", "none"],
    ["verifyCommand", "pytest && ruff check ."],
    ["stackDescription", "python"],
    ["requirements", "All of it"],
  ]);
});

test.each([
  ["{{a}} and {{ a }}", "1 and 1"],
  ["{{b}}", "$& {{a}}"],
  ["{{unknown}} {{promptFile}}", "{{unknown}} {{promptFile}}"],
  ["{{constructor}} {{toString}}", "{{constructor}} {{toString}}"],
  ["{ {a} } {{a}", "{ {a} } {{a}"],
  ["{{empty}}|", "|"],
])("%j becomes %j", (text, rendered) => {
  expect(render(text, { a: "1", b: "$& {{a}}", empty: "" })).toBe(rendered);
});

describe.each(["TOOL.md", "REVIEW.md", "progress.md", "agents-block.md"])("the template %s", (name) => {
  const text = render(templateTexts[name] ?? "", vars);

  test("leaves no variable open", () => {
    expect(text).not.toMatch(/\{\{\s*\w+\s*\}\}/);
  });

  test("holds no signal: an agent that echoes it has said nothing", () => {
    expect(parseSignal(text).kind).toBe("none");
  });
});

test("the instruction file is one block and room for the user", () => {
  const text = render(templateTexts["TOOL.md"] ?? "", vars);
  const block = findBlock(text);
  expect(block).toMatchObject({ kind: "present", start: 0 });
  expect(block.kind === "present" && text.slice(block.end)).toContain("## About this project");
  expect(block.kind === "present" && block.body).toContain("`pytest && ruff check .`");
});
