import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopStateName } from "#contracts/loop-states";
import type { LoopEventBody } from "#contracts/schema/loop-event";
import type { DerivedStatus } from "#contracts/schema/status";
import { logLine, stampLine } from "#core/events/log-line";
import { STUB_PROJECTS } from "./stub-data.ts";
import { startStub, type StubServer } from "./stub-server.ts";

/** One night of ledger-api, seen at one moment. */
export interface Night {
  readonly now: number;
  readonly status: DerivedStatus;
  readonly items: readonly BacklogItem[];
  readonly log: readonly string[];
  readonly events: readonly { readonly id: string; readonly data: object }[];
}

type Outcome = "done" | "again" | "asks" | "blocked" | "gave up" | "limit";
type Bar = readonly [item: string, from: string, to: string, outcome: Outcome, kiloTokens: number];

/** Local times of Vienna, an hour before UTC. */
const BARS: readonly Bar[] = [
  ["004", "22:41", "22:49", "done", 388],
  ["005", "22:49", "23:00", "done", 497],
  ["009", "23:00", "23:08", "done", 355],
  ["012", "23:08", "23:12", "asks", 120],
  ["013", "23:12", "23:17", "blocked", 160],
  ["017", "23:17", "23:20", "again", 60],
  ["017", "23:20", "23:22", "again", 50],
  ["017", "23:22", "23:25", "again", 60],
  ["017", "23:26", "23:28", "gave up", 40],
  ["006", "23:28", "23:35", "again", 260],
  ["006", "23:35", "23:43", "done", 358],
  ["007", "23:43", "23:51", "done", 371],
  ["010", "23:51", "23:59", "done", 402],
  ["011", "00:00", "00:03", "again", 120],
  ["011", "00:03", "00:13", "done", 470],
  ["014", "00:13", "00:41", "done", 1310],
  ["016", "00:41", "01:14", "limit", 1050],
  ["016", "03:00", "03:22", "done", 900],
  ["018", "03:22", "03:34", "done", 480],
  ["019", "03:34", "03:44", "again", 400],
  ["019", "03:44", "03:56", "done", 520],
  ["021", "03:56", "04:11", "done", 600],
  ["022", "04:11", "04:17", "done", 220],
  ["020", "04:17", "04:24", "done", 300],
  ["023", "04:24", "04:29", "done", 200],
  ["024", "04:29", "04:50", "done", 800],
  ["025", "04:50", "04:54", "done", 160],
];

const TITLES: Readonly<Record<string, string>> = {
  "004": "Splitting an amount into n parts loses a cent",
  "005": "Idempotency keys on POST /entries",
  "006": "Property tests: debits equal credits after any sequence",
  "007": "Move money arithmetic into one Money module",
  "009": "Concurrent posts to one account lose an update",
  "010": "Trial balance at a date",
  "011": "Reverse an entry and link it to the original",
  "012": "Multi-currency entries: store rate and source",
  "013": "Statement import duplicates rows with a repeated reference",
  "014": "Period close: lock entries before a date",
  "015": "Revalue foreign balances at period close",
  "016": "Replace hand-written SQL builders with one query module",
  "017": "Upgrade the pg driver past its security fix",
  "018": "Export the trial balance as CSV",
  "019": "Close a period while entries are being posted",
  "020": "Log every request with its entry id",
  "021": "Audit trail: who posted, who reversed",
  "022": "An entry without lines passes the balance check",
  "023": "Renaming an account drops its external reference",
  "024": "Read-only API tokens per account",
  "025": "List the error codes in docs/errors.md",
  "026": "Balances in a second currency",
  "027": "Match statement lines to entries",
  "028": "Year-end close",
};

const WAITS: Readonly<Record<string, readonly string[]>> = {
  "015": ["012"],
  "026": ["012"],
  "028": ["012"],
  "027": ["013"],
};

const REASONS: Readonly<Record<string, Partial<BacklogItem>>> = {
  "012": {
    needsHuman: true,
    blockedReason:
      "Is the exchange rate fixed when the entry is posted, or read again at period close? `spec/currency.md` says both, in §3 and in §7. The columns differ: with §3 I add `entry_lines.rate`, with §7 a `rates` table keyed by date.",
  },
  "013": {
    blockedReason:
      "Criterion 2 names `tests/fixtures/bank-2026-09.csv`, which is not in the repository. Without it the duplicate cannot be reproduced, and I will not invent bank data.",
  },
  "017": { deferred: true, blockedReason: "no signal in 4 attempts" },
};

const TAIL =
  'ERR_PNPM_PEER_DEP_ISSUES  Unmet peer dependencies\n└─┬ pg-pool 3.9.1  ✕ unmet peer pg@">=8.0 <9": found 9.0.2';

/** UTC of a local time of that night. */
function at(clock: string, seconds = 0): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  const day = hour >= 12 ? "2026-11-20" : "2026-11-21";
  const midnight = Date.parse(`${day}T00:00:00Z`) - 3_600_000;
  return midnight + (hour * 60 + minute) * 60_000 + seconds * 1000;
}

/** What files and routes would say at that moment. */
export function nightAt(clock: string, state: LoopStateName, seconds = 0): Night {
  const now = at(clock, seconds);
  const told = tell(now);
  const over = !["RUNNING", "SLEEPING_LIMIT"].includes(state);
  if (over)
    told.emit(at("04:54"), {
      type: "loop_completed",
      completedCount: 17,
      blockedCount: 3,
      status: "complete",
    });
  const items = itemsAt(now);
  const counts = (status: string) => items.filter((item) => item.status === status).length;
  const current = items.find((item) => item.status === "in_progress")?.id ?? null;
  return {
    now,
    items,
    log: told.log,
    events: told.events,
    status: {
      loopState: state,
      stateSource: "state.json",
      iteration: told.iteration(),
      maxIterations: 30,
      currentItem: state === "RUNNING" ? current : null,
      lastSignal: "clean",
      startedAt: new Date(at("22:41")).toISOString(),
      elapsed: (Math.min(now, at("04:54")) - at("22:41")) / 1000,
      backlogSummary: {
        pending: counts("pending"),
        inProgress: counts("in_progress"),
        blocked: counts("blocked"),
        needsHuman: items.filter((item) => item.needsHuman === true).length,
        deferred: items.filter((item) => item.deferred === true).length,
        done: counts("done"),
        total: items.length,
      },
      lock: { present: !over, pid: over ? null : 48_102, startedAt: null, alive: !over, stale: false },
      sleepUntil: state === "SLEEPING_LIMIT" ? new Date(at("03:00")).toISOString() : null,
    },
  };
}

function tell(now: number) {
  const events: { id: string; data: object }[] = [];
  const log: string[] = [];
  let iteration = 0;
  const attempts = new Map<string, number>();
  const emit = (ms: number, body: LoopEventBody): void => {
    if (ms > now) return;
    const event = {
      ...body,
      timestamp: new Date(ms).toISOString(),
      projectPath: "/home/ada/code/ledger-api",
    };
    events.push({ id: `${at("22:41")}:${events.length}`, data: event });
    log.push(...logLine(event).map((line) => stampLine(line, ms)));
  };
  emit(at("22:41"), {
    type: "loop_started",
    maxIterations: 30,
    provider: "claude-cli",
    model: "sonnet",
    budgetSource: "marker",
  });
  for (const [item, from, to, outcome, kilo] of BARS) {
    const [fromMs, toMs] = [at(from), at(to)];
    if (fromMs > now) break;
    if (from === "03:00") emit(at("03:00"), { type: "sleep_end" });
    iteration += 1;
    emit(fromMs, { type: "iteration_start", iteration, maxIterations: 30 });
    emit(fromMs, { type: "item_selected", itemId: item, title: TITLES[item] ?? "", priority: 2 });
    emit(fromMs, {
      type: "llm_spawned",
      itemId: item,
      provider: "claude-cli",
      model: "sonnet",
      timeoutMinutes: 60,
      pid: 48_213,
    });
    work(emit, item, { fromMs, toMs, tokens: kilo * 1000 });
    emit(toMs, {
      type: "llm_exited",
      itemId: item,
      provider: "claude-cli",
      exitCode: 0,
      timedOut: false,
      durationMs: toMs - fromMs,
    });
    const attempt = (attempts.get(item) ?? 0) + 1;
    attempts.set(item, attempt);
    if (outcome === "limit") iteration -= 1;
    for (const body of endings(item, outcome, attempt)) emit(toMs, body);
  }
  return { events, log, emit, iteration: () => iteration };
}

function work(
  emit: (ms: number, body: LoopEventBody) => void,
  itemId: string,
  { fromMs, toMs, tokens }: { readonly fromMs: number; readonly toMs: number; readonly tokens: number },
): void {
  const steps = Math.max(3, Math.round((toMs - fromMs) / 60_000));
  for (let step = 1; step < steps; step += 1) {
    const ms = fromMs + ((toMs - fromMs) * step) / steps;
    const share = (step + ((step * 7) % 5) / 5 - 0.4) / steps;
    const inputTokens = Math.round(tokens * 0.955 * share);
    const toolName = ["Read", "Edit", "Bash", "Grep"][step % 4] ?? "Read";
    emit(ms - 20_000, { type: "llm_tool_activity", itemId, toolName: "Read", phase: "start" });
    emit(ms - 19_000, { type: "llm_tool_activity", itemId, toolName: "Read", phase: "end" });
    emit(ms, {
      type: "llm_token_update",
      itemId,
      inputTokens,
      outputTokens: Math.round(inputTokens * 0.046),
    });
    emit(ms + 1000, { type: "llm_tool_activity", itemId, toolName, phase: "start" });
    emit(ms + 30_000, { type: "llm_tool_activity", itemId, toolName, phase: "end" });
  }
}

function endings(itemId: string, outcome: Outcome, attempt: number): readonly LoopEventBody[] {
  const reason = REASONS[itemId]?.blockedReason ?? "";
  switch (outcome) {
    case "done":
      return [
        { type: "signal_parsed", itemId, signal: "done" },
        { type: "item_completed", itemId, title: TITLES[itemId] ?? "", commit: "5d07c1a" },
      ];
    case "again":
      return [
        { type: "signal_parsed", itemId, signal: "none" },
        { type: "item_retried", itemId, attempt, maxRetries: 3, stdoutTail: TAIL, stderrTail: "" },
      ];
    case "asks":
      return [{ type: "needs_human", itemId, reason: reason.split("?")[0] + "?" }];
    case "blocked":
      return [{ type: "item_blocked", itemId, reason }];
    case "gave up":
      return [{ type: "item_blocked", itemId, reason, deferred: true, stdoutTail: TAIL, stderrTail: "" }];
    case "limit":
      return [
        { type: "usage_limit_hit", limitType: "5h", utilization: 97 },
        {
          type: "sleep_start",
          sleepUntil: new Date(at("03:00")).toISOString(),
          reason: "the 5-hour usage limit of claude-cli",
        },
      ];
  }
}

function itemsAt(now: number): readonly BacklogItem[] {
  const before = ["001", "002", "003", "008"];
  const ids = [...Object.keys(TITLES), ...before].toSorted();
  return ids.map((id): BacklogItem => {
    const bars = BARS.filter(([item, from]) => item === id && at(from) <= now);
    const last = bars.at(-1);
    const over =
      last !== undefined && at(last[2]) <= now + 60_000 && !(last[3] === "done" && at(last[2]) > now);
    const base: BacklogItem = {
      id,
      type: "feature",
      priority: 2,
      title: TITLES[id] ?? `What was done before, ${id}`,
      description: "",
      acceptanceCriteria: ["It works"],
      status: before.includes(id) ? "done" : "pending",
      completedAt: null,
      ...(WAITS[id] !== undefined && { dependsOn: WAITS[id] }),
    };
    if (last === undefined) return base;
    if (!over) return { ...base, status: "in_progress" };
    if (last[3] === "done")
      return { ...base, status: "done", completedAt: new Date(at(last[2])).toISOString() };
    return last[3] === "limit" ? base : { ...base, status: "blocked", ...REASONS[id] };
  });
}

const PROGRESS = `# Progress

- Postgres raises 23505 on a second reversal; map it, don't pre-check.
- Tests need \`TZ=UTC\`, period ends are dates without time.
- Money rounds half to even everywhere, see Money.split.
`;

/** What the page sent: method, path, body. */
export type Sent = readonly [method: string, path: string, body: unknown];

export interface NightServer extends StubServer {
  readonly sent: readonly Sent[];
}

const ID = "ledger-api";

/** The stub with this night's project; every answer of it comes from the night, unless `more` knows better. */
export async function startNight(
  web: string,
  night: Night,
  more: (method: string, rest: string) => unknown = () => undefined,
): Promise<NightServer> {
  const sent: Sent[] = [];
  const known = STUB_PROJECTS.find(({ project }) => project.id === ID);
  const stub = await startStub(web, undefined, 0, {
    opening: (id) =>
      id !== ID
        ? [["log", []]]
        : [
            ["log", night.log.slice(-50)],
            ["status", night.status],
            ...night.events.map((event) => ["loop_event", event.data, event.id] as const),
          ],
    answer(method, path, body) {
      if (path === "/api/agents") return { data: { agents: AGENTS } };
      if (!path.startsWith(`/api/projects/${ID}`)) return undefined;
      const rest = path.slice(`/api/projects/${ID}`.length);
      if (method !== "GET") sent.push([method, rest, body === "" ? null : JSON.parse(body)]);
      return more(method, rest) ?? nightAnswer(rest, night, known?.project);
    },
  });
  return { ...stub, sent };
}

function nightAnswer(rest: string, { status, items, log }: Night, project: object | undefined): unknown {
  switch (rest) {
    case "":
      return {
        data: {
          ...project,
          marker: {
            ...(project as { marker: object }).marker,
            options: { runtime: "global", maxIterations: 30, model: "sonnet" },
          },
          loopState: status.loopState,
          backlogSummary: status.backlogSummary,
          artifacts: { stale: false, details: [] },
        },
      };
    case "/status":
      return { data: status };
    case "/backlog":
      return { data: items };
    case "/log":
      return { data: log };
    case "/progress":
      return { data: PROGRESS };
    case "/loop/preflight":
      return {
        data: {
          branch: "loop/november",
          dirty: ["src/entries/post.ts", "README.md"],
          findings: [
            {
              code: "DIRTY_TREE",
              message: "2 files have uncommitted changes.",
              reason: "They would end up in the first item's commit.",
            },
          ],
        },
      };
    default:
      return undefined;
  }
}

const AGENTS = ["claude-cli", "codex", "gemini", "copilot", "cursor", "pi", "generic-cli"].map(
  (id, index) => ({
    id,
    displayName: id,
    available: index < 2,
  }),
);
