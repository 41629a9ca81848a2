import { expect, test } from "vitest";
import { backlogPaths } from "#contracts/paths";
import { putAsideCommand } from "#engine/loop/tree/put-aside";

test.each([
  ["the project's own backlog", backlogPaths("/work"), "git stash -u -- ':![.]tool/*'"],
  [
    "another root",
    backlogPaths("/work", "/work/docs"),
    "git stash -u -- ':![d]ocs/.tool/*' ':!docs/backlog.json' ':!docs/progress.md' ':!docs/archive'",
  ],
])("%s stays where it is", (_, paths, command) => {
  expect(putAsideCommand(paths)).toBe(command);
});
