import { describe, expect, it } from "vitest";
import type { AgentId } from "#contracts/agent-ids";
import { AGENTS, presetOf } from "#core/agents/agent-catalog";
import { failureWords, findFailure, needsPerson, type FailureKind } from "#core/agents/failure";
import { findBanner } from "#core/agents/limit-banners";

type Row = [words: string, kind: FailureKind];

const kindOf = (text: string, agent: AgentId): FailureKind | null =>
  findFailure(text.split("\n"), presetOf(agent).failures)?.kind ?? null;

/** As the programs themselves said it, but where a comment says otherwise. */
const SAID: Readonly<Partial<Record<AgentId, readonly Row[]>>> = {
  "claude-cli": [
    ["Not logged in · Please run /login", "not-logged-in"],
    ["Invalid API key · Fix external API key", "not-logged-in"],
    ["OAuth token revoked · Please run /login", "not-logged-in"],
    ["Failed to authenticate. API Error: 401 invalid x-api-key", "not-logged-in"],
    [
      "Failed to authenticate. API Error: 403 Your account does not have permission to use this model.",
      "refused",
    ],
    [
      "--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons",
      "refused",
    ],
    ["Your organization has disabled Claude subscription access for Claude Code", "refused"],
    [
      "There's an issue with the selected model (claude-nope). It may not exist or you may not have access to it.",
      "unknown-model",
    ],
    ["Credit balance is too low", "no-credit"],
    ["API Error: 529 Overloaded. This is a server-side issue, usually temporary", "overloaded"],
    ["API Error: 500 Internal server error. This is a server-side issue", "server"],
    ["API Error: Unable to connect to API (ECONNRESET)", "network"],
    ["Request timed out", "network"],
  ],
  codex: [
    [
      "unexpected status 401 Unauthorized: Incorrect API key provided: fake., url: http://x/v1/responses",
      "not-logged-in",
    ],
    [
      "Your access token could not be refreshed because your refresh token has expired. Please log out",
      "not-logged-in",
    ],
    [
      "unexpected status 404 Not Found: model: nope does not exist or you do not have access to it., url: x",
      "unknown-model",
    ],
    [
      "unexpected status 403 Forbidden: Your account does not have permission to use this model., url: x",
      "refused",
    ],
    ["Not inside a trusted directory and --skip-git-repo-check was not specified.", "refused"],
    ["Quota exceeded. Check your plan and billing details.", "no-credit"],
    ["To use Codex with your ChatGPT plan, upgrade to Plus: https://x", "no-credit"],
    ["Selected model is at capacity. Please try a different model.", "overloaded"],
    ["We’re currently experiencing high demand, which may cause temporary errors.", "server"],
    ["stream disconnected before completion: error sending request", "network"],
  ],
  gemini: [
    ["API key not valid. Please pass a valid API key. (400 INVALID_ARGUMENT)", "not-logged-in"],
    [
      "YOLO mode is enabled. All tool calls will be approved.\nInvalid auth method selected.",
      "not-logged-in",
    ],
    ["When using Gemini API, you must specify the GEMINI_API_KEY environment variable.", "not-logged-in"],
    // Read in its source.
    ["[API Error: models/nope is not found for API version v1beta]", "unknown-model"],
    ["Billing is disabled for this project. (403 PERMISSION_DENIED)", "no-credit"],
    ["Your account does not have permission. (403 PERMISSION_DENIED)", "refused"],
    ["Gemini CLI is not running in a trusted directory. To proceed, use `--skip-trust`", "refused"],
    ["[API Error: The model is overloaded. Please try again later.]", "overloaded"],
    ["An internal error has occurred. (500 INTERNAL)", "server"],
    ["[API Error: exception TypeError: fetch failed sending request]", "network"],
    ["[API Error: terminated]", "network"],
  ],
  copilot: [
    [
      "Error: No authentication information found.\n\nCopilot can be authenticated with GitHub",
      "not-logged-in",
    ],
    ["Authentication failed with provider at http://x/v1 (HTTP 401).\n  Check your key", "not-logged-in"],
    ["Authentication failed with provider at http://x/v1 (HTTP 403).\n  Check your key", "refused"],
    ["Model 'nope' not found on provider at http://x/v1 (HTTP 404).\n  Check that", "unknown-model"],
    ["429 You exceeded your current quota, please check your plan and billing details.", "no-credit"],
    // As its users report it.
    ["402 You have no quota", "no-credit"],
    ["503 The server is currently overloaded with other requests. Please try again later.", "overloaded"],
    ["500 The server had an error while processing your request. Sorry about that!", "server"],
    [
      "Failed to get response from the AI model; retried 5 times Last error: 500 The server had an error",
      "server",
    ],
    [
      "Failed to get response from the AI model; retried 5 times Last error: Failed native model HTTP request: error sending request for url",
      "network",
    ],
  ],
  cursor: [
    // As its users report it: nobody here can run it.
    ["Error: Authentication required. Please run 'cursor-agent login' first", "not-logged-in"],
    ["Cannot use this model: nope. Available models: auto", "unknown-model"],
    ["⚠ Workspace Trust Required", "refused"],
  ],
  pi: [
    ["401 Incorrect API key provided: fake.", "not-logged-in"],
    ["No API key found for the selected model.\n\nUse /login to log into a provider", "not-logged-in"],
    ["404 model: nope does not exist or you do not have access to it.", "unknown-model"],
    ['Error: Model "nope/none" not found. Use --list-models to see available models.', "unknown-model"],
    ["403 Your account does not have permission to use this model.", "refused"],
    ["429 You exceeded your current quota, please check your plan and billing details.", "no-credit"],
    ["503 The server is currently overloaded with other requests.", "overloaded"],
    ["500 The server had an error while processing your request.", "server"],
    ["Connection error.", "network"],
    ["terminated", "network"],
  ],
  "generic-cli": [
    // opencode, then Qwen Code.
    ["\u001b[91m\u001b[1mError: \u001b[0mIncorrect API key provided: fake.", "not-logged-in"],
    ["Error: You exceeded your current quota, please check your plan", "no-credit"],
    ["[API Error: 401 Incorrect API key provided: fake.]", "not-logged-in"],
  ],
};

describe.each(AGENTS.map(({ id }) => id))("%s", (id) => {
  const rows = SAID[id] ?? [];
  it.each(rows)("%s", (words, kind) => {
    expect(kindOf(words, id)).toBe(kind);
    expect(findBanner(words.split("\n"), presetOf(id).limits, 0)).toBeNull();
  });

  it.each(rows.filter(([, kind]) => needsPerson({ kind, words: "" })))(
    "is told as well by whatever is configured: %s",
    (words, kind) => {
      expect(kindOf(words, "generic-cli")).toBe(kind);
    },
  );

  it("knows words for each line of its table", () => {
    const { failures } = presetOf(id);
    const known = id === "generic-cli" ? [] : failures;
    const silent = known.filter((one) =>
      rows.every(([words]) => !words.split("\n").some((line) => hits(one.pattern, line))),
    );
    expect(silent).toEqual([]);
  });
});

const hits = (pattern: RegExp, line: string): boolean =>
  findFailure([line], [{ pattern, kind: "server" }]) !== null;

describe("what is no failure", () => {
  it.each([
    "401 files changed",
    "500 tests passed",
    "503 lines",
    "I logged in and it works",
    "The page says: Not logged in",
    "// API Error: 500",
    "All criteria pass.",
    "",
  ])("%s", (line) => {
    expect(kindOf(line, "generic-cli")).toBeNull();
  });
});

describe("words", () => {
  it.each<[FailureKind, string, string]>([
    ["not-logged-in", "Invalid API key · Please run /login", "Invalid API key · Please run /login"],
    ["not-logged-in", "401 Incorrect API key", "not logged in: 401 Incorrect API key"],
    [
      "unknown-model",
      "There's an issue with the selected model",
      "unknown model: There's an issue with the selected model",
    ],
    ["unknown-model", 'Model "x" not found.', 'Model "x" not found.'],
    ["refused", "403 Forbidden", "permission refused: 403 Forbidden"],
    ["no-credit", "Credit balance is too low", "Credit balance is too low"],
    ["overloaded", "API Error: 529 Overloaded.", "API Error: 529 Overloaded."],
    ["overloaded", "Selected model is at capacity.", "overloaded: Selected model is at capacity."],
    ["server", "API Error: 500 Internal server error.", "API Error: 500 Internal server error."],
    ["network", "terminated", "network gone: terminated"],
  ])("%s: %s", (kind, words, said) => {
    expect(failureWords({ kind, words })).toBe(said);
  });

  it("are of the last line that is known", () => {
    const lines = ["API Error: 500 x", "API Error: 529 Overloaded", "at main.js:1"];
    expect(findFailure(lines, presetOf("claude-cli").failures)).toEqual({
      kind: "overloaded",
      words: "API Error: 529 Overloaded",
    });
  });
});
