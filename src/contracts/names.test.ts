import { expect, test } from "vitest";
import * as names from "#contracts/names";

test.each([
  [names.TOOL_NAME, "tool"],
  [names.PACKAGE_NAME, "backlog-loop"],
  [names.STATE_DIR, ".tool"],
  [names.MARKER_FILE, ".tool.json"],
  [names.MARKER_SENTINEL, "tool"],
  [names.INSTRUCTION_FILE, "TOOL.md"],
  [names.REVIEW_FILE, "REVIEW.md"],
  [names.GLOBAL_DIR, ".tool"],
  [names.MUTATION_HEADER, "X-Tool-Request"],
  [names.ENV.root, "TOOL_ROOT"],
  [names.ENV.session, "TOOL_SESSION"],
  [names.ENV.nonInteractive, "TOOL_NON_INTERACTIVE"],
  [names.ENV.stateDir, "TOOL_STATE_DIR"],
  [names.ENV.itemId, "TOOL_ITEM_ID"],
  [names.ENV.debug, "TOOL_DEBUG"],
  [names.SIGNALS.done, "TOOL_DONE"],
  [names.SIGNALS.blocked, "TOOL_BLOCKED"],
  [names.SIGNALS.needsHuman, "TOOL_NEEDS_HUMAN"],
  [names.SIGNALS.review, "TOOL_REVIEW"],
  [names.COMMIT_PREFIX, "[tool]"],
  [names.GIT_LOCK_FILE, "tool-loop.lock"],
  [names.FILES.log, "tool.log"],
])("%s is %s", (name, expected) => {
  expect(name).toBe(expected);
});
