import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopStateName } from "#contracts/loop-states";
import type { DiscoveredProject } from "#contracts/schema/project";
import type { BacklogSummary, DerivedStatus } from "#contracts/schema/status";

/** One project of the stub, as its routes answer. */
export interface StubProject {
  readonly project: DiscoveredProject;
  readonly status: DerivedStatus;
  readonly items: readonly BacklogItem[];
  readonly log: readonly string[];
}

export const NOW = Date.parse("2026-11-21T09:00:00Z");
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

interface Told {
  readonly id: string;
  readonly state: LoopStateName;
  readonly counts: readonly [done: number, now: number, asks: number, blocked: number, pending: number];
  readonly rounds?: readonly [iteration: number, max: number, minutes: number];
  readonly ago: number;
  readonly current?: readonly [id: string, title: string];
  readonly question?: readonly [id: string, text: string];
  readonly lastLine?: string;
  readonly sleepUntil?: string;
}

const TOLD: readonly Told[] = [
  {
    id: "checkout-web",
    state: "PAUSED_HUMAN",
    counts: [9, 0, 1, 0, 4],
    rounds: [11, 20, 62],
    ago: 38,
    question: ["014", "Which VAT rate applies to gift cards bought as a bundle?"],
  },
  {
    id: "search-index",
    state: "ERROR",
    counts: [3, 0, 0, 0, 9],
    rounds: [0, 20, 1],
    ago: 130,
    lastLine: "Loop error: The agent failed to start 3 times in a row: codex: command not found",
  },
  { id: "mobile-sync", state: "LIMIT_REACHED", counts: [20, 0, 0, 1, 5], rounds: [20, 20, 331], ago: 290 },
  {
    id: "ledger-api",
    state: "RUNNING",
    counts: [10, 1, 1, 2, 14],
    rounds: [15, 30, 86],
    ago: 0.04,
    current: ["011", "Reverse an entry and link it to the original"],
  },
  {
    id: "importer",
    state: "SLEEPING_LIMIT",
    counts: [6, 0, 0, 0, 9],
    rounds: [4, 20, 128],
    ago: 41,
    sleepUntil: "2026-11-21T11:00:00.000Z",
  },
  { id: "auth-service", state: "COMPLETE", counts: [18, 0, 0, 0, 0], rounds: [19, 30, 192], ago: 1500 },
  { id: "docs-site", state: "IDLE", counts: [0, 0, 0, 0, 4], ago: 5760 },
];

const PROFILE = {
  stack: "node-typescript",
  packageManager: "pnpm",
  monorepo: false,
  commands: { test: "pnpm test", typecheck: "pnpm typecheck", lint: null, build: null, format: null },
  verify: "pnpm test && pnpm typecheck",
};

export const STUB_PROJECTS: readonly StubProject[] = TOLD.map(stubProject);

/** What `GET /api/projects` lists: those above, one that is malformed, two that are hidden. */
export const STUB_LIST: readonly DiscoveredProject[] = [
  ...STUB_PROJECTS.map(({ project }) => project),
  {
    id: "pricing-engine",
    path: "/home/ada/code/pricing-engine",
    name: "pricing-engine",
    marker: null,
    error: {
      code: "INVALID_JSON",
      message: "Line 212, column 5: a comma or ] is missing between two items.",
      file: "/home/ada/code/pricing-engine/.tool/backlog.json",
    },
  },
  ...["attic", "old-site"].map((id) => discovered(id, true)),
];

function stubProject(told: Told): StubProject {
  const [done, inProgress, needsHuman, blocked, pending] = told.counts;
  const total = done + inProgress + needsHuman + blocked + pending;
  const summary: BacklogSummary = {
    pending,
    inProgress,
    blocked: blocked + needsHuman,
    needsHuman,
    deferred: 0,
    done,
    total,
  };
  const [iteration, maxIterations, minutes] = told.rounds ?? [null, null, null];
  const stamp = minutesAgo(told.ago).slice(0, 19).replace("T", " ");
  return {
    project: discovered(told.id, false),
    status: {
      loopState: told.state,
      stateSource: told.rounds === undefined ? "none" : "state.json",
      iteration,
      maxIterations,
      currentItem: told.current?.[0] ?? null,
      lastSignal: null,
      startedAt: minutes === null ? null : minutesAgo(minutes + told.ago),
      elapsed: minutes === null ? null : minutes * 60,
      backlogSummary: summary,
      sleepUntil: told.sleepUntil ?? null,
    },
    items: stubItems(told),
    log: [`[${stamp}] ${told.lastLine ?? "Loop started (maxIterations=20)"}`],
  };
}

function stubItems(told: Told): readonly BacklogItem[] {
  const [done, inProgress, needsHuman, blocked, pending] = told.counts;
  const statuses = [
    ...Array.from({ length: done }, () => "done" as const),
    ...Array.from({ length: inProgress }, () => "in_progress" as const),
    ...Array.from({ length: needsHuman }, () => "asks" as const),
    ...Array.from({ length: blocked }, () => "blocked" as const),
    ...Array.from({ length: pending }, () => "pending" as const),
  ];
  return statuses.map((status, at): BacklogItem => {
    const named = status === "in_progress" ? told.current : status === "asks" ? told.question : undefined;
    const asks = status === "asks";
    return {
      id: named?.[0] ?? String(at + 1).padStart(3, "0"),
      type: "feature",
      priority: 2,
      title: (asks ? undefined : named?.[1]) ?? `Item ${at + 1} of ${told.id}`,
      description: "",
      acceptanceCriteria: ["It works"],
      status: asks ? "blocked" : status,
      completedAt: status === "done" ? minutesAgo(60) : null,
      ...(asks ? { needsHuman: true, blockedReason: named?.[1] ?? "A question" } : {}),
    };
  });
}

function discovered(id: string, ignoreInTool: boolean): DiscoveredProject {
  return {
    id,
    path: `/home/ada/code/${id}`,
    name: id,
    marker: {
      tool: true,
      version: "1",
      variant: "backlog-json",
      installedAt: minutesAgo(9000),
      installedBy: "0.9.2",
      profile: PROFILE,
      artifactHashes: {},
      options: { runtime: "global", ...(ignoreInTool ? { ignoreInTool } : {}) },
    },
  };
}
