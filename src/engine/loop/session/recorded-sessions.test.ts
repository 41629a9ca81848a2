import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { AgentId } from "#contracts/agent-ids";
import { presetOf } from "#core/agents/agent-catalog";
import type { AgentConfig } from "#core/agents/agent-preset";
import type { SessionExit } from "#core/loop/classify-exit";
import { settleItem, type Verdict } from "#core/loop/settle-item";
import { createSessionReader } from "#engine/loop/session/session-reader";

const FOLDER = join(import.meta.dirname, "../../../../test/transcripts");

/** Where the sessions were recorded: some agents tell times of their clock without its zone. */
vi.stubEnv("TZ", "Asia/Kolkata");
afterAll(() => vi.unstubAllEnvs());

/** As it stands beside the two streams of a session. */
interface About {
  readonly provider: AgentId;
  readonly outputFormat?: string;
  readonly recordedAt: string;
  readonly resetsAt?: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

interface Replay {
  readonly verdict: Verdict;
  readonly tools: readonly string[];
  readonly tokens: readonly number[] | null;
  readonly resetsAt: number | null;
}

function replay(session: string): Replay {
  const read = (end: string): string => {
    const file = join(FOLDER, `${session}.${end}`);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  const about = JSON.parse(read("json")) as About;
  const preset = presetOf(about.provider);
  const config: AgentConfig = {
    binary: "x",
    outputFormat: about.outputFormat ?? OUTPUT_FORMATS[agentOf(session)],
  };
  const cause = CAUSES[session.split("/")[1] ?? ""] ?? "exit";
  const tools: string[] = [];
  const reader = createSessionReader({
    dialect: preset.dialect(config),
    limits: preset.limits,
    now: () => Date.parse(about.recordedAt),
    monotonic: () => 0,
    onTool: (phase, name) => tools.push(`${phase} ${name}`),
    onTokens: () => undefined,
  });
  for (const stream of ["stderr", "stdout"] as const) {
    for (const line of read(stream).trimEnd().split("\n")) reader.line(stream, line, false);
  }
  if (cause === "exit") reader.close();
  const limit = reader.limit();
  const exit: SessionExit = {
    agentId: preset.id,
    cause,
    exitCode: about.exitCode,
    killedBy: about.signal,
    spawnError: null,
    durationMs: 3000,
    timeoutMs: 3000,
    signal: reader.signal(),
    result: reader.heard.result,
    limit: limit?.notice ?? null,
    limitAfterSignal: limit?.afterSignal ?? false,
    ...reader.tails(),
  };
  const { tokens } = reader.heard;
  return {
    verdict: settleItem({ exit, attempt: 1, maxRetries: 3 }),
    tools,
    tokens: tokens === null ? null : [tokens.input, tokens.output],
    resetsAt: about.resetsAt === undefined ? null : Date.parse(about.resetsAt),
  };
}

const agentOf = (session: string): string => session.split("/")[0] ?? "";

const OUTPUT_FORMATS: Readonly<Record<string, string>> = { qwen: "claude-stream-json" };

/** What the runner did, where it did something. */
const CAUSES: Readonly<Record<string, SessionExit["cause"]>> = { hang: "timeout", interrupted: "cancel" };

const done: Verdict = { kind: "complete" };
const blocked: Verdict = { kind: "block", reason: "needs NPM_TOKEN", needsHuman: false };
const asked: Verdict = { kind: "block", reason: "Keep them for 30 or 90 days?", needsHuman: true };
const hung: Verdict = { kind: "block", reason: "timed out after 3 seconds", needsHuman: false };
const cancelled: Verdict = { kind: "cancelled" };
const failed = (words: RegExp): unknown => ({ kind: "infra", words: expect.stringMatching(words) });
const limited = (window: string): unknown => ({ kind: "limit", notice: expect.objectContaining({ window }) });

const ENDS = { done, blocked, "needs-human": asked, hang: hung, interrupted: cancelled };
const OPENAI = {
  unauthorized: failed(/^not logged in: .*Incorrect API key provided/),
  server: failed(/^server error: .*The server had an error while processing your request/),
};

/** Every recorded session, and what must become of its item. */
const OUTCOMES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "claude-cli": {
    ...ENDS,
    "limit-5h": limited("5h"),
    "limit-7d": limited("7d"),
    "limit-minute": limited("minute"),
    unauthorized: failed(/^(?:Not logged in|not logged in: Failed to authenticate)/),
    server: failed(/^API Error: 500 Internal server error/),
    overloaded: failed(/^API Error: 529 Overloaded/),
  },
  codex: {
    ...ENDS,
    "limit-5h": limited("5h"),
    "limit-7d": limited("7d"),
    "limit-minute": limited("minute"),
    unauthorized: failed(/^not logged in: unexpected status 401 Unauthorized: Incorrect API key provided/),
    server: failed(/^server error: We’re currently experiencing high demand/),
    overloaded: failed(/^overloaded: Selected model is at capacity/),
  },
  gemini: {
    ...ENDS,
    "limit-day": limited("unknown"),
    "limit-minute": limited("minute"),
    unauthorized: failed(/^not logged in: API key not valid/),
    server: failed(/^server error: .*\(500 INTERNAL\)$/),
    overloaded: failed(/The model is overloaded/),
  },
  copilot: {
    ...ENDS,
    limit: limited("unknown"),
    unauthorized: failed(/^not logged in: Authentication failed with provider/),
    server: failed(/^server error: .*500 The server had an error/),
    overloaded: failed(/503 The server is currently overloaded/),
  },
  pi: {
    ...ENDS,
    limit: limited("unknown"),
    "limit-minute": limited("minute"),
    unauthorized: failed(/^not logged in: 401 Incorrect API key/),
    server: failed(/^server error: 500 The server had an error/),
    overloaded: failed(/^503 The server is currently overloaded/),
  },
  // A stand-in: the words are its own, and in nobody's table.
  cursor: {
    ...ENDS,
    unauthorized: failed(/^Incorrect API key provided/),
    server: failed(/^The server had an error/),
  },
  opencode: { ...ENDS, ...OPENAI, limit: limited("unknown"), "limit-minute": limited("minute") },
  qwen: { ...ENDS, unauthorized: OPENAI.unauthorized },
};

const RECORDED = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length).replaceAll("\\", "/"))
  .sort();

it("every recorded session has its outcome, and every outcome its session", () => {
  const known = Object.entries(OUTCOMES).flatMap(([agent, outcomes]) =>
    Object.keys(outcomes).map((scenario) => `${agent}/${scenario}`),
  );
  expect(RECORDED).toEqual(known.sort());
});

it.each(RECORDED)("%s", (session) => {
  const [agent = "", scenario = ""] = session.split("/");
  const { verdict } = replay(session);
  expect(verdict).toEqual(OUTCOMES[agent]?.[scenario]);
});

describe("a reset time that an agent states is read from its session", () => {
  it.each(RECORDED.filter((session) => /limit-(?:5h|7d)$/.test(session)))("%s", (session) => {
    const { verdict, resetsAt } = replay(session);
    expect(resetsAt).not.toBeNull();
    expect(verdict).toMatchObject({ kind: "limit", notice: { resetsAtMs: resetsAt } });
  });
});

/** Of the session that writes a file and says that it is done: its tool, input and output. */
const TELEMETRY: readonly [agent: string, tool: string | null, tokens: readonly number[] | null][] = [
  ["claude-cli", "Write", [2000, 100]],
  ["codex", "command_execution", [2000, 100]],
  ["gemini", "write_file", [2000, 100]],
  ["copilot", "create", null],
  ["cursor", "write", null],
  ["pi", "write", [2000, 100]],
  ["opencode", null, null],
  ["qwen", "write_file", [2000, 100]],
];

it.each(TELEMETRY)("%s tells its tool %s and its tokens %j", (agent, tool, tokens) => {
  const told = replay(`${agent}/done`);
  expect(told.tools).toEqual(tool === null ? [] : [`start ${tool}`, `end ${tool}`]);
  expect(told.tokens).toEqual(tokens);
});
