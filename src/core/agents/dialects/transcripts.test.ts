import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentId } from "#contracts/agent-ids";
import { presetOf } from "#core/agents/agent-catalog";
import type { FailureKind } from "#core/agents/failure";
import { sessionFailure } from "#core/loop/session-failure";
import { createSessionReader, type SessionReader } from "#engine/loop/session/session-reader";

/** What the real programs printed in `npm run test:agents`, as `npm run record:agents` kept it. */
const folder = join(import.meta.dirname, "../../../../test/transcripts");

interface Transcript {
  readonly agent: string;
  readonly provider: AgentId;
  readonly outputFormat?: string;
  readonly recordedAt: string;
  readonly resetsAt?: string;
  readonly exitCode: number | null;
}

interface Heard extends Transcript {
  readonly reader: SessionReader;
  readonly tools: readonly string[];
  readonly failure: FailureKind | null;
}

const ZONE_OF_THE_RECORDING = "Asia/Kolkata";
process.env["TZ"] = ZONE_OF_THE_RECORDING;

function hear(agent: string, scenario: string): Heard {
  const read = (ending: string): string => readFileSync(join(folder, agent, `${scenario}.${ending}`), "utf8");
  const about = JSON.parse(read("json")) as Transcript;
  const preset = presetOf(about.provider);
  const tools: string[] = [];
  const reader = createSessionReader({
    dialect: preset.dialect(about.outputFormat === undefined ? {} : { outputFormat: about.outputFormat }),
    limits: preset.limits,
    now: () => Date.parse(about.recordedAt),
    monotonic: () => 0,
    onTool: (phase, name) => tools.push(`${phase} ${name}`),
    onTokens: () => undefined,
  });
  for (const stream of ["stderr", "stdout"] as const) {
    for (const line of read(stream).split("\n")) reader.line(stream, line, false);
  }
  reader.close();
  const failure = sessionFailure({
    agentId: about.provider,
    cause: "exit",
    exitCode: about.exitCode,
    killedBy: null,
    spawnError: null,
    durationMs: 1000,
    timeoutMs: 60_000,
    signal: reader.signal(),
    result: reader.heard.result,
    limit: null,
    limitAfterSignal: false,
    ...reader.tails(),
  });
  return { ...about, reader, tools, failure: failure?.kind ?? null };
}

const scenarios = readdirSync(folder).flatMap((agent) =>
  readdirSync(join(folder, agent))
    .filter((file) => file.endsWith(".json"))
    .map((file) => [agent, file.slice(0, -".json".length)] as const),
);
const named = (pattern: RegExp): (readonly [string, string])[] =>
  scenarios.filter(([, scenario]) => pattern.test(scenario));

/** The tools of plain text are nobody's business. */
const WRITES: Readonly<Record<string, string>> = {
  "claude-cli": "Write",
  codex: "command_execution",
  gemini: "write_file",
  copilot: "create",
  cursor: "write",
  pi: "write",
  qwen: "write_file",
};

it("is there of every agent, of what all of them are put through", () => {
  const agents = ["claude-cli", "codex", "copilot", "cursor", "gemini", "opencode", "pi", "qwen"];
  const common = ["blocked", "done", "hang", "interrupted", "needs-human", "unauthorized"];
  for (const agent of agents) {
    const recorded = scenarios.flatMap(([name, scenario]) => (name === agent ? [scenario] : []));
    expect(recorded).toEqual(expect.arrayContaining(common));
  }
  expect([...new Set(scenarios.map(([name]) => name))].toSorted()).toEqual(agents);
});

describe("a transcript of", () => {
  it.each(named(/^done$/))("%s, done: says so, with its tool, and ends well", (agent, scenario) => {
    const { reader, tools, failure } = hear(agent, scenario);
    expect(reader.signal().kind).toBe("done");
    expect(tools).toEqual(agent in WRITES ? [`start ${WRITES[agent]}`, `end ${WRITES[agent]}`] : []);
    expect(failure).toBeNull();
    expect(reader.limit()).toBeNull();
  });

  it.each(named(/^blocked$/))("%s, blocked: gives the reason", (agent, scenario) => {
    expect(hear(agent, scenario).reader.signal()).toEqual({ kind: "blocked", reason: "needs NPM_TOKEN" });
  });

  it.each(named(/^needs-human$/))("%s, asking: gives the paragraph before", (agent, scenario) => {
    const reason = "Keep them for 30 or 90 days?";
    expect(hear(agent, scenario).reader.signal()).toEqual({ kind: "needs_human", reason });
  });

  it.each(named(/^(?:hang|interrupted)$/))("%s, cut off in a %s: says nothing", (agent, scenario) => {
    const { reader } = hear(agent, scenario);
    expect(reader.signal().kind).toBe("none");
    expect(reader.limit()).toBeNull();
  });

  const kinds: Readonly<Record<string, FailureKind>> = {
    unauthorized: "not-logged-in",
    server: "server",
    overloaded: "overloaded",
  };
  // Nobody has documented how Cursor words a failure.
  const failures = named(/^(?:unauthorized|server|overloaded)$/).filter(([agent]) => agent !== "cursor");
  it.each(failures)("%s, %s: is a failure of its kind", (agent, scenario) => {
    const { reader, failure } = hear(agent, scenario);
    expect(failure).toBe(kinds[scenario]);
    expect(reader.signal().kind).toBe("none");
    expect(reader.limit()).toBeNull();
  });

  it.each(named(/^limit-\dh?d?$/))("%s, %s: is that window, to its reset", (agent, scenario) => {
    const { reader, resetsAt } = hear(agent, scenario);
    expect(reader.limit()?.notice).toMatchObject({
      window: scenario.slice("limit-".length),
      resetsAtMs: Date.parse(resetsAt ?? ""),
    });
  });

  it.each(named(/^limit(?:-day)?$/))("%s, %s: is a limit that states no time", (agent, scenario) => {
    const { reader } = hear(agent, scenario);
    expect(reader.limit()?.notice).toMatchObject({ window: "unknown", resetsAtMs: null });
  });

  it.each(named(/^limit-minute$/))("%s, %s: is a rate, free again when it says", (agent, scenario) => {
    const { reader, recordedAt } = hear(agent, scenario);
    const states = agent !== "claude-cli" && agent !== "codex";
    expect(reader.limit()?.notice).toMatchObject({
      window: "minute",
      resetsAtMs: states ? Date.parse(recordedAt) + 90_000 : null,
    });
  });
});
