import { expect, test } from "vitest";
import { AGENT_IDS, DEFAULT_AGENT_ID, REVIEW_SUPPRESSION, TIER_ALIASES } from "#contracts/agent-ids";

test("seven agents, the first is the default, the last is the configurable one", () => {
  expect(AGENT_IDS).toEqual(["claude-cli", "codex", "gemini", "copilot", "cursor", "pi", "generic-cli"]);
  expect(DEFAULT_AGENT_ID).toBe(AGENT_IDS[0]);
});

test("tier aliases", () => {
  expect(TIER_ALIASES).toEqual(["opus", "sonnet", "haiku"]);
});

test("the suppression set", () => {
  expect(REVIEW_SUPPRESSION).toEqual({ ENABLE_CODE_SECURITY_REVIEW: "0" });
});
