import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { Marker } from "#contracts/schema/marker";
import { memoryHost, type MemoryHost, type MemoryHostFacts } from "./memory-host.ts";
import { createMemoryWorld, type MemoryWorld } from "./memory-ports.ts";

/** The project that all screens tell of: nine items, one night, seen at 23:35:31 local time (UTC+1). */
export const LEDGER = "/home/user/code/ledger-api";
export const LEDGER_NOW = Date.UTC(2026, 10, 20, 22, 35, 31);
export const VERIFY = "pnpm test && pnpm typecheck && pnpm lint && pnpm build";

const item = (
  id: string,
  fields: Partial<BacklogItem> & Pick<BacklogItem, "type" | "priority" | "title">,
): BacklogItem => ({
  id,
  description: "",
  acceptanceCriteria: [`${VERIFY} passes`],
  status: "pending",
  completedAt: null,
  ...fields,
});

export const LEDGER_ITEMS: readonly BacklogItem[] = [
  item("001", {
    type: "bug",
    priority: 1,
    title: "Fix rounding in the daily totals",
    status: "done",
    completedAt: "2026-11-20T22:06:25Z",
  }),
  item("002", {
    type: "feature",
    priority: 1,
    title: "Add CSV export for statements",
    status: "done",
    completedAt: "2026-11-20T22:11:27Z",
  }),
  item("003", {
    type: "refactor",
    priority: 2,
    title: "Split the parser from the importer",
    status: "done",
    completedAt: "2026-11-20T22:25:40Z",
  }),
  item("004", {
    type: "feature",
    priority: 2,
    title: "Choose the retention period for exports",
    description:
      "Exports pile up in storage. Delete them every night after a fixed period, and log how many went.",
    acceptanceCriteria: ["The nightly job deletes exports older than the period", `${VERIFY} passes`],
    status: "blocked",
    needsHuman: true,
    blockedReason: "Keep exported files for 30 or 90 days? The spec says both.",
    source: "human",
    model: "opus",
    estimatedIterations: 2,
    dependsOn: ["002"],
    specReferences: ["docs/exports.md"],
    notes: "The job runner lives in src/jobs.",
  }),
  item("005", {
    type: "chore",
    priority: 2,
    title: "Publish the client to the private registry",
    status: "blocked",
    blockedReason: "needs NPM_TOKEN; there are no credentials in this environment",
  }),
  item("006", {
    type: "feature",
    priority: 2,
    title: "Accept entries in foreign currencies",
    status: "in_progress",
  }),
  item("007", {
    type: "bug",
    priority: 3,
    title: "Stop the date test from failing at month ends",
    status: "blocked",
    deferred: true,
    blockedReason: 'no signal in 4 attempts; its work is in a stash, "[tool] 007"',
  }),
  item("008", {
    type: "test",
    priority: 3,
    title: "Cover the importer with property tests",
    dependsOn: ["006"],
  }),
  item("009", { type: "chore", priority: 4, title: "Announce the new client version", dependsOn: ["005"] }),
];

const MARKER: Marker = {
  tool: true,
  version: "1",
  variant: "backlog-json",
  installedAt: "2026-11-12T10:00:00Z",
  installedBy: "1.0.0",
  profile: {
    stack: "node-typescript",
    packageManager: "pnpm",
    monorepo: false,
    commands: {
      test: "pnpm test",
      typecheck: "pnpm typecheck",
      lint: "pnpm lint",
      build: "pnpm build",
      format: null,
    },
    verify: VERIFY,
  },
  artifactHashes: {},
  options: { runtime: "global" },
};

export interface LedgerWorld extends MemoryWorld {
  /** A process in the project's folder, or where it is told. */
  host(facts?: MemoryHostFacts): MemoryHost;
}

/** The story's machine; `files` are planted besides, relative to the project. */
export function ledgerWorld(
  items: readonly BacklogItem[] = LEDGER_ITEMS,
  files: Readonly<Record<string, string>> = {},
): LedgerWorld {
  const world = createMemoryWorld({ topLevel: LEDGER, startMs: LEDGER_NOW });
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const planted = {
    ".tool.json": json(MARKER),
    ".tool/backlog.json": json({ project: "ledger-api", description: "", items }),
    ...files,
  };
  world.files.plant(
    Object.fromEntries(Object.entries(planted).map(([name, text]) => [`${LEDGER}/${name}`, text])),
  );
  return {
    ...world,
    host: (facts = {}) =>
      memoryHost({
        homeDir: "/home/user",
        cwd: LEDGER,
        now: LEDGER_NOW,
        ports: world.runner(),
        ...facts,
        env: { NO_COLOR: "1", ...facts.env },
      }),
  };
}
