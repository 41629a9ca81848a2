import { expect, test } from "vitest";
import * as rules from "#contracts/project-rules";

test.each([
  ["commands in the order of verify", rules.COMMAND_NAMES, ["test", "typecheck", "lint", "build", "format"]],
  ["separator of verify", rules.VERIFY_SEPARATOR, " && "],
  ["package managers", rules.PACKAGE_MANAGERS, ["pnpm", "npm", "yarn", "bun"]],
  ["presets", rules.STACK_PRESETS, ["node-typescript", "node-javascript", "python", "go", "rust", "custom"]],
  [
    "profile keys",
    rules.PROFILE_KEYS,
    ["test", "typecheck", "lint", "build", "format", "stack", "packageManager", "monorepo"],
  ],
  ["runtimes", rules.RUNTIMES, ["shell", "global"]],
  ["install actions", rules.INSTALL_ACTIONS, ["created", "updated", "skipped", "merged", "rendered"]],
  ["themes", rules.THEMES, ["light", "dark", "system"]],
  ["config keys", rules.CONFIG_KEYS, ["rootDirectory", "port", "theme"]],
  [
    "template variables",
    rules.TEMPLATE_VARIABLES,
    [
      "projectName",
      "projectDescription",
      "testCommand",
      "typecheckCommand",
      "lintCommand",
      "buildCommand",
      "formatCommand",
      "verifyCommand",
      "stackDescription",
      "requirements",
    ],
  ],
])("%s", (_, values, expected) => {
  expect(values).toEqual(expected);
});
