import { expect } from "vitest";
import type { AgentId } from "#contracts/agent-ids";
import { ToolError } from "#contracts/error";
import { ROUTES } from "#contracts/schema/routes/all-routes";
import type { Route } from "#contracts/schema/routes/route";
import { AGENTS } from "#core/agents/agent-catalog";
import type { LimitNotice } from "#core/agents/agent-record";
import { createSignalScan } from "#core/agents/signal-scan";
import { createRunStory } from "#core/events/run-story";
import { parseMarkdownSeed } from "#core/init/parse-markdown-seed";
import { planLimit } from "#core/loop/usage-limit";
import { settleItem } from "#core/loop/settle-item";
import { createRunChart } from "#core/status/run-chart";
import { parseLog } from "#core/status/parse-log";
import { cleanText } from "#core/text/clean-text";
import { maskSecrets } from "#core/text/mask-secrets";
import { createSessionReader } from "#engine/loop/session/session-reader";
import { readSeed } from "#engine/operations/init/read-seed";
import { readEvents } from "#engine/stores/event-log";
import { readServerState } from "#engine/stores/server-state";
import { backlogPaths } from "#contracts/paths";
import { checkInput, queryFields } from "#server/check-input";
import { createMemoryWorld } from "../fakes/memory-ports.ts";
import { realFile, transcriptsOf } from "./corpus.ts";
import type { Draw } from "./mutate.ts";
import type { Target } from "./target.ts";

const NOW = Date.UTC(2026, 10, 20, 22, 0, 0);
const CONTROLS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;
const SPOKEN: readonly AgentId[] = ["claude-cli", "codex", "gemini", "copilot", "cursor", "pi"];

function hearSession(agent: AgentId, text: string, draw: Draw): void {
  const preset = AGENTS.find(({ id }) => id === agent) ?? AGENTS[0]!;
  const reader = createSessionReader({
    dialect: preset.dialect({ binary: "x" }),
    limits: preset.limits,
    now: () => NOW,
    monotonic: () => 0,
    onTool: (_, name) => expect(typeof name).toBe("string"),
    onTokens: (input, output) =>
      expect([input, output].every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true),
  });
  const stream = draw(4) === 0 ? "stderr" : "stdout";
  for (const line of text.split("\n")) reader.line(stream, line, draw(50) === 0);
  reader.close();
  const { stdoutTail, stderrTail } = reader.tails();
  expect(`${stdoutTail}${stderrTail}`).not.toMatch(CONTROLS);
  expect(`${stdoutTail}${stderrTail}`).not.toMatch(/TOOL_(?:DONE|BLOCKED|NEEDS_HUMAN|REVIEW)/);
  const limit = reader.limit();
  if (limit !== null) expectPlan(limit.notice, preset.id);
  const told = {
    agentId: preset.id,
    cause: "exit" as const,
    exitCode: draw(2),
    killedBy: null,
    spawnError: null,
    durationMs: 2e4,
    timeoutMs: 1e3,
    signal: reader.signal(),
    result: reader.heard.result,
    limit: limit?.notice ?? null,
    limitAfterSignal: limit?.afterSignal ?? false,
    stdoutTail,
    stderrTail,
  };
  const verdict = settleItem({ exit: told, attempt: 1, maxRetries: 0 });
  if (verdict.kind === "block" || verdict.kind === "defer")
    expect(verdict.reason).not.toMatch(/[^\P{Cc}\t]/u);
}

/** Whatever a limit says, the run waits for hours at most, or till a day that a calendar has. */
export function expectPlan(notice: LimitNotice, agentId: AgentId): void {
  const step = planLimit({ notice, agentId, nowMs: NOW, sleepOnLimit: true, blindSleeps: 0 });
  const untilMs = step.untilMs ?? NOW;
  expect(new Date(untilMs).toISOString()).toMatch(/^20/);
  if (step.kind === "sleep") expect(untilMs - NOW).toBeLessThanOrEqual(5 * 3_600_000);
}

async function readStory(text: string): Promise<void> {
  const world = createMemoryWorld();
  const paths = backlogPaths("/work");
  world.files.plant({ [paths.eventsLog]: text });
  const page = await readEvents(world.runner(), paths, 0);
  const story = createRunStory();
  const chart = createRunChart();
  for (const event of page?.events ?? []) {
    story.hear(event);
    chart.hear(String(event.seq), event);
  }
}

async function readPlan(name: string, text: string): Promise<void> {
  const world = createMemoryWorld();
  world.files.plant({ [`/work/${name}`]: text });
  await orToolError(async () => {
    const seed = await readSeed(world.runner(), `/work/${name}`);
    const items = "seedItems" in seed ? seed.seedItems : parseMarkdownSeed(seed.seedMarkdown);
    for (const { title } of items) expect(title.trim()).not.toBe("");
  });
}

async function readServer(text: string): Promise<void> {
  const world = createMemoryWorld();
  const ports = world.runner();
  world.files.plant({ [`${ports.machine.home}/.tool/server.json`]: text });
  const state = await readServerState(ports);
  if (state !== null) expect(state.port).toBeGreaterThan(0);
}

const routes: readonly Route[] = ROUTES;

async function checkRequest(text: string, draw: Draw): Promise<void> {
  const route = routes[draw(routes.length)]!;
  await orToolError(() => {
    const address = new URL("http://127.0.0.1/");
    address.search = text;
    checkInput(route.query, queryFields(address.href));
  });
  await orToolError(() => {
    let body: unknown = null;
    try {
      body = JSON.parse(text);
    } catch {
      body = text;
    }
    checkInput(route.body, body);
  });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}

/** A refusal of the table is as good as an answer. */
async function orToolError(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === "INTERNAL_ERROR") throw error;
  }
}

function scanSignal(text: string): void {
  const scan = createSignalScan();
  scan.text(text);
  const signal = scan.signal();
  expect("reason" in signal ? signal.reason : "").not.toMatch(/[^\P{Cc}\t]/u);
}

const agentTexts = (): string[] => SPOKEN.flatMap(transcriptsOf);
const BODIES = [
  '{"type":"bug","priority":2,"title":"x","acceptanceCriteria":["y"],"dependsOn":["001"]}',
  '{"maxIterations":5,"model":"opus","childEnv":{"A":"b"},"review":true}',
  '{"answers":[{"itemId":"004","text":"90 days"}],"retryBlocked":true}',
  "status=pending&type=bug&sort=priority&backlogRoot=.tool",
  "tail=50",
];

export const textTargets: readonly Target[] = [
  ...SPOKEN.map((agent) => ({
    name: `dialect-${agent}`,
    corpus: transcriptsOf(agent),
    attempt: (text: string, draw: Draw) => hearSession(agent, text, draw),
  })),
  {
    name: "dialect-generic-cli",
    corpus: [...agentTexts(), realFile("review.txt")],
    attempt: (text, draw) => hearSession("generic-cli", text, draw),
  },
  {
    name: "signals",
    corpus: [...agentTexts(), realFile("seed.md"), realFile("review.txt")],
    attempt: scanSignal,
  },
  { name: "events", corpus: [realFile("events.ndjson"), realFile("all-events.ndjson")], attempt: readStory },
  { name: "log", corpus: [realFile("tool.log")], attempt: (text) => void parseLog(text.split("\n")) },
  { name: "seed-markdown", corpus: [realFile("seed.md")], attempt: (text) => readPlan("plan.md", text) },
  {
    name: "seed-json",
    corpus: [realFile("seed.json"), realFile("backlog.json")],
    attempt: (text) => readPlan("plan.json", text),
  },
  { name: "server-state", corpus: [realFile("server.json")], attempt: readServer },
  { name: "requests", corpus: BODIES, attempt: checkRequest },
  {
    name: "clean",
    corpus: [...agentTexts(), realFile("tool.log")],
    attempt(text) {
      expect(cleanText(text)).not.toMatch(CONTROLS);
      expect(maskSecrets(maskSecrets(text))).toBe(maskSecrets(text));
    },
  },
];
