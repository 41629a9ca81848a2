import { describe, expect, it } from "vitest";
import type { AgentId } from "#contracts/agent-ids";
import type { LimitNotice } from "#core/agents/agent-record";
import { presetOf } from "#core/agents/agent-catalog";
import { findBanner } from "#core/agents/limit-banners";

/** Friday, in winter; 20:00 in New York on Thursday, 10:00 in Tokyo. */
const NOW = Date.parse("2026-11-20T01:00:00Z");
const ZONE = "Europe/Berlin";
const at = (iso: string): number => Date.parse(iso);

type Row = [banner: string, window: LimitNotice["window"], resetsAt: string | null];

const find = (text: string, agent: AgentId, now = NOW): LimitNotice | null =>
  findBanner(text.split("\n"), presetOf(agent).limits, now, ZONE);

function expectRows(agent: AgentId, rows: readonly Row[]): void {
  describe.each(rows)("%s", (line, window, resetsAt) => {
    const expected = { window, resetsAtMs: resetsAt === null ? null : at(resetsAt), utilization: null };

    it(`is told by ${agent}, and by whatever is configured`, () => {
      expect(find(line, agent)).toMatchObject(expected);
      expect(find(line, "generic-cli")).toMatchObject(expected);
    });
  });
}

describe("claude-cli", () => {
  expectRows("claude-cli", [
    ["You've hit your session limit · resets 2:39am (UTC)", "5h", "2026-11-20T02:39:00Z"],
    ["You've hit your 5-hour limit · resets 2:39am (UTC)", "5h", "2026-11-20T02:39:00Z"],
    ["You've hit your session limit · resets 11pm (America/New_York)", "5h", "2026-11-20T04:00:00Z"],
    ["You've hit your session limit · resets 7:30am (Asia/Kolkata)", "5h", "2026-11-20T02:00:00Z"],
    ["You've hit your session limit · resets 12pm (Asia/Tokyo)", "5h", "2026-11-20T03:00:00Z"],
    ["You've hit your session limit · resets 12am (America/New_York)", "5h", "2026-11-20T05:00:00Z"],
    ["You've hit your weekly limit · resets Nov 24, 4:39am (UTC)", "7d", "2026-11-24T04:39:00Z"],
    ["You've hit your Opus limit · resets Nov 24, 2am (America/New_York)", "7d", "2026-11-24T07:00:00Z"],
    ["You've hit your Sonnet limit · resets 9am (UTC)", "7d", "2026-11-20T09:00:00Z"],
    ["You've hit your usage limit · resets 3am (UTC)", "5h", "2026-11-20T03:00:00Z"],
    ["You've hit your usage limit · resets 9am (UTC)", "7d", "2026-11-20T09:00:00Z"],
    ["You've hit your limit · resets 10pm (America/New_York)", "5h", "2026-11-20T03:00:00Z"],
    ["You're out of extra usage · resets 9pm (America/Los_Angeles)", "5h", "2026-11-20T05:00:00Z"],
    ["Claude AI usage limit reached|1795140000", "5h", "2026-11-20T02:00:00Z"],
    ["5-hour limit reached ∙ resets 5am", "5h", "2026-11-20T04:00:00Z"],
    ["Weekly limit reached ∙ resets Nov 24 at 3pm", "7d", "2026-11-24T14:00:00Z"],
    ["You've hit your session limit · resets 2am (Atlantis/Center)", "5h", null],
    ["You've hit your session limit", "5h", null],
    ["API Error: Request rejected (429) · this may be a temporary capacity issue", "minute", null],
    [
      "API Error: Server is temporarily limiting requests (not your usage limit) · Rate limited",
      "minute",
      null,
    ],
  ]);
});

describe("codex", () => {
  expectRows("codex", [
    ["You’ve hit your usage limit. Upgrade to Pro, or try again at 5:42 AM.", "5h", "2026-11-20T04:42:00Z"],
    ["You've hit your usage limit. Try again at 9:42 AM.", "7d", "2026-11-20T08:42:00Z"],
    [
      "ERROR: You’ve hit your usage limit. … try again at Nov 24th, 2026 4:42 AM.",
      "7d",
      "2026-11-24T03:42:00Z",
    ],
    ["You’ve hit your usage limit. Try again later.", "unknown", null],
    ["You’ve hit your usage limit.", "unknown", null],
    ["You've hit your usage limit for GPT-5.3-Codex. Try again at 2:42 AM.", "5h", "2026-11-20T01:42:00Z"],
    [
      "■ You've hit your usage limit. Or try again in 5 days 22 hours 11 minutes.",
      "7d",
      "2026-11-25T23:11:00Z",
    ],
    ["■ You've hit your usage limit. Try again in 3 hours 2 minutes.", "5h", "2026-11-20T04:02:00Z"],
    ["exceeded retry limit, last status: 429 Too Many Requests, request id: x", "minute", null],
  ]);
});

describe("gemini, copilot, cursor, pi", () => {
  expectRows("gemini", [
    ["You have exhausted your daily quota on this model.", "unknown", null],
    ["TerminalQuotaError: You have exhausted your daily quota on this model.", "unknown", null],
    ["Resource has been exhausted (e.g. check quota).", "minute", null],
    [
      "[API Error: Resource has been exhausted (e.g. check quota).\nSuggested retry after 20s.]\nPlease wait",
      "minute",
      "2026-11-20T01:00:20Z",
    ],
  ]);
  expectRows("copilot", [
    ["Failed to get response from the AI model; retried 5 times (total). Last error: 429 x", "unknown", null],
    ["429 The usage limit has been reached", "unknown", null],
    ["429 Rate limit reached for model. Please try again in 1.5s.", "minute", "2026-11-20T01:00:01.500Z"],
    [
      "✗ Sorry, you've hit a rate limit that restricts the number of requests. Please try again in 2 hours.",
      "5h",
      "2026-11-20T03:00:00Z",
    ],
    [
      "Sorry, you've hit a rate limit that restricts requests. Please try again in 15 hours 23 minutes. Please",
      "7d",
      "2026-11-20T16:23:00Z",
    ],
  ]);
  expectRows("cursor", [["Error: You've hit your usage limit", "unknown", null]]);
  expectRows("pi", [
    ["429 The usage limit has been reached", "unknown", null],
    [
      `Error: Codex error: {"error":{"type":"usage_limit_reached","resets_at":1795143600}}`,
      "5h",
      "2026-11-20T03:00:00Z",
    ],
    ["429 Rate limit reached for model on tokens per min", "minute", null],
    ["429 Rate limit reached. Please try again in 250ms.", "minute", "2026-11-20T01:00:00.250Z"],
    ["429 Rate limit reached. Please try again in 1m30s.", "minute", "2026-11-20T01:01:30Z"],
    [
      "You have hit your ChatGPT usage limit (plus plan). Try again in ~12 min.",
      "5h",
      "2026-11-20T01:12:00Z",
    ],
  ]);

  it.each([
    "\u001b[91m\u001b[1mError: \u001b[0mThe usage limit has been reached",
    'level=ERROR message="stream error" error.error="AI_APICallError: The usage limit has been reached"',
    "[API Error: 429 The usage limit has been reached]",
  ])("of programs that are configured: %s", (line) => {
    expect(find(line, "generic-cli")).toMatchObject({ window: "unknown", resetsAtMs: null });
  });
});

describe("what is no banner", () => {
  it.each([
    "The error text reads: You've hit your usage limit. Try again later.",
    "I handled the usage limit in src/limit.ts",
    '+ expect(text).toBe("You\'ve hit your session limit · resets 2am (UTC)")',
    "> You've hit your usage limit.",
    "// You've hit your limit",
    "You've hit your credit limit · resets 2am (UTC)",
    "You've hit your limit of 3 retries",
    "You've hit your usage limits page",
    "Rate limit reached · resets soon",
    "not your usage limit",
    "Credit balance is too low",
    "API Error: 529 Overloaded.",
    "API Error: 500 Internal server error.",
    "Quota exceeded. Check your plan and billing details.",
    "429",
    "429 tests passed",
    "429 You exceeded your current quota, please check your plan and billing details.",
    "",
  ])("%s", (line) => {
    expect(find(line, "generic-cli")).toBeNull();
  });

  it("is another agent's", () => {
    expect(find("429 The usage limit has been reached", "claude-cli")).toBeNull();
    expect(find("You've hit your session limit", "codex")).toBeNull();
  });
});

describe("reset times", () => {
  const claude = (reset: string, now: string): number | null =>
    find(`You've hit your session limit · resets ${reset}`, "claude-cli", at(now))?.resetsAtMs ?? null;

  it.each<[string, string, string, string]>([
    [
      "cut down to the present minute, is now",
      "1:00am (UTC)",
      "2026-11-20T01:00:58Z",
      "2026-11-20T01:00:00Z",
    ],
    ["past by minutes, is past", "12:57am (UTC)", "2026-11-20T01:00:00Z", "2026-11-20T00:57:00Z"],
    ["past by longer, is tomorrow's", "12:50am (UTC)", "2026-11-20T01:00:00Z", "2026-11-21T00:50:00Z"],
    ["just before midnight, is yesterday's", "11:59pm (UTC)", "2026-11-20T00:01:00Z", "2026-11-19T23:59:00Z"],
    ["past midnight, is tomorrow's", "1am (UTC)", "2026-11-20T23:00:00Z", "2026-11-21T01:00:00Z"],
    ["of a zone that is a day ahead", "8am (Asia/Tokyo)", "2026-11-20T22:00:00Z", "2026-11-20T23:00:00Z"],
    ["of a date next year", "Jan 2, 3am (UTC)", "2026-12-30T00:00:00Z", "2027-01-02T03:00:00Z"],
    ["of a date just past", "Nov 19, 3am (UTC)", "2026-11-20T00:00:00Z", "2026-11-19T03:00:00Z"],
    [
      "after clocks went forward",
      "3:30am (America/New_York)",
      "2026-03-08T06:00:00Z",
      "2026-03-08T07:30:00Z",
    ],
    ["after clocks went back", "3am (America/New_York)", "2026-11-01T05:00:00Z", "2026-11-01T08:00:00Z"],
    ["of a half-hour zone", "12:30pm (Asia/Kolkata)", "2026-11-20T05:00:00Z", "2026-11-20T07:00:00Z"],
  ])("%s", (_, reset, now, expected) => {
    expect(claude(reset, now)).toBe(at(expected));
  });

  it.each(["13am (UTC)", "0am (UTC)", "7:75am (UTC)", "soon", "Foo 3, 2am (UTC)"])(
    "can't be read from %s",
    (reset) => {
      expect(claude(reset, "2026-11-20T01:00:00Z")).toBeNull();
    },
  );

  it("takes thirteen digits for milliseconds", () => {
    expect(find("Claude AI usage limit reached|1795140000123", "claude-cli")?.resetsAtMs).toBe(
      1_795_140_000_123,
    );
  });
});

describe("several lines", () => {
  it("gives the last banner among them", () => {
    const lines = ["You've hit your weekly limit", "noise", "You've hit your session limit", "at main.js:1"];
    expect(findBanner(lines, presetOf("claude-cli").limits, NOW, ZONE)?.window).toBe("5h");
    expect(findBanner([], presetOf("generic-cli").limits, NOW, ZONE)).toBeNull();
  });

  it("reads times without a zone in the system's own, when none is given", () => {
    expect(
      findBanner(["5-hour limit reached ∙ resets 5am"], presetOf("claude-cli").limits, NOW)?.resetsAtMs,
    ).not.toBeNull();
  });
});
