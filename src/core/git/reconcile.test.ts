import { describe, expect, it } from "vitest";
import { planRecovery, type ItemCommit, type RecoveryFacts } from "#core/git/reconcile";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { LoopState } from "#contracts/schema/loop-state";

const item = (id: string, status: BacklogItem["status"], more: Partial<BacklogItem> = {}): BacklogItem => ({
  id,
  type: "bug",
  priority: 1,
  title: `Title ${id}`,
  description: "",
  acceptanceCriteria: ["x"],
  status,
  completedAt: status === "done" ? "2026-11-20T00:00:00Z" : null,
  ...more,
});

const state = (more: Partial<LoopState> = {}): LoopState => ({
  status: "running",
  iteration: 1,
  maxIterations: 20,
  currentItem: "001",
  lastSignal: null,
  startedAt: "2026-11-20T00:00:00Z",
  updatedAt: "2026-11-20T00:00:00Z",
  completedItems: [],
  blockedItems: [],
  deferredItems: [],
  baseCommitHash: "base",
  error: null,
  ...more,
});

const commit = (id: string, more: Partial<ItemCommit> = {}): ItemCommit => ({
  hash: `hash-${id}`,
  subject: `[tool] ${id}: Title ${id}`,
  saysDone: false,
  ...more,
});

const facts = (more: Partial<RecoveryFacts>): RecoveryFacts => ({
  items: [item("001", "in_progress")],
  state: state(),
  commits: [],
  clean: true,
  mode: "run",
  ...more,
});

describe("what was in progress", () => {
  it("is pending again without a commit", () => {
    expect(planRecovery(facts({}))).toMatchObject({
      promoted: [],
      stalled: ["001"],
      reverted: null,
      unfinished: null,
    });
  });

  it("keeps its unfinished work in a dirty tree", () => {
    expect(planRecovery(facts({ clean: false }))).toMatchObject({ stalled: ["001"], unfinished: "001" });
  });

  it("is done when the runner's own commit is there, dirty tree or not", () => {
    const plan = planRecovery(facts({ commits: [commit("001", { saysDone: true })], clean: false }));
    expect(plan).toMatchObject({ promoted: [{ id: "001", commit: "hash-001" }], stalled: [] });
  });

  it("is done by an agent's commit only in a clean tree", () => {
    const commits = [commit("001")];
    expect(planRecovery(facts({ commits })).promoted).toHaveLength(1);
    expect(planRecovery(facts({ commits, clean: false })).promoted).toEqual([]);
  });

  it("is not done by a commit that appeared while another item was worked on", () => {
    const commits = [commit("001", { saysDone: true })];
    const plan = planRecovery(facts({ commits, state: state({ foreignCommits: ["hash-001"] }) }));
    expect(plan).toMatchObject({ promoted: [], stalled: ["001"] });
  });

  it("is not done by the agent's commit of an item that the run never selected", () => {
    const plan = planRecovery(facts({ commits: [commit("001")], state: state({ currentItem: "002" }) }));
    expect(plan.promoted).toEqual([]);
  });

  it("takes 0010 for no commit of 001", () => {
    const plan = planRecovery(facts({ commits: [commit("0010", { saysDone: true })] }));
    expect(plan.promoted).toEqual([]);
  });
});

describe("done written before its commit", () => {
  const done = [item("001", "done")];

  it("is taken back when the commit is missing", () => {
    expect(planRecovery(facts({ items: done }))).toMatchObject({ reverted: "001", stalled: ["001"] });
  });

  it("stands when the commit is there", () => {
    expect(planRecovery(facts({ items: done, commits: [commit("001")] }))).toMatchObject({
      reverted: null,
      stalled: [],
    });
  });

  it("stands when the run had already counted it", () => {
    const plan = planRecovery(facts({ items: done, state: state({ completedItems: ["001"] }) }));
    expect(plan.reverted).toBeNull();
  });

  it("stands for an item that was not under way", () => {
    expect(planRecovery(facts({ items: done, state: state({ currentItem: "002" }) })).reverted).toBeNull();
  });
});

describe("other items", () => {
  it("a run looks at what was in progress alone", () => {
    const plan = planRecovery(
      facts({ items: [item("001", "pending")], commits: [commit("001", { saysDone: true })] }),
    );
    expect(plan.promoted).toEqual([]);
  });

  it("a reset promotes a pending item whose commit is there", () => {
    const plan = planRecovery(
      facts({ items: [item("001", "pending")], commits: [commit("001", { saysDone: true })], mode: "reset" }),
    );
    expect(plan.promoted).toHaveLength(1);
  });

  it("a re-opened item stays open: its commit was counted before", () => {
    const plan = planRecovery(
      facts({
        items: [item("001", "pending")],
        commits: [commit("001", { saysDone: true })],
        state: state({ completedItems: ["001"], currentItem: null }),
        mode: "reset",
      }),
    );
    expect(plan.promoted).toEqual([]);
  });

  it("a question to a person is never put back, deferred or not", () => {
    const items = [item("001", "blocked", { deferred: true, needsHuman: true, blockedReason: "which?" })];
    const { requeued, keptBlocked } = planRecovery(facts({ items, mode: "reset" }));
    expect({ requeued, keptBlocked }).toEqual({
      requeued: [],
      keptBlocked: [{ id: "001", reason: "which?" }],
    });
  });

  it("reset requeues the deferred and keeps the agent's own blocks; run touches neither", () => {
    const items = [
      item("001", "blocked", { deferred: true, blockedReason: "no signal" }),
      item("002", "blocked", { blockedReason: "needs a token" }),
      item("003", "blocked", { needsHuman: true, blockedReason: "30 or 90?" }),
    ];
    expect(planRecovery(facts({ items, mode: "reset" }))).toMatchObject({
      requeued: ["001"],
      keptBlocked: [
        { id: "002", reason: "needs a token" },
        { id: "003", reason: "30 or 90?" },
      ],
    });
    expect(planRecovery(facts({ items })).requeued).toEqual([]);
  });
});

describe("without state.json", () => {
  const bare = { state: null, mode: "reset" } as const;

  it("the whole subject must match, title included", () => {
    const items = [item("001", "pending")];
    const other = commit("001", { subject: "[tool] 001: Another cycle's title", saysDone: true });
    expect(planRecovery(facts({ ...bare, items, commits: [other] })).promoted).toEqual([]);
    expect(planRecovery(facts({ ...bare, items, commits: [commit("001")] })).promoted).toHaveLength(1);
  });

  it("a blocked item is never promoted", () => {
    const items = [item("001", "blocked", { blockedReason: "x" })];
    const plan = planRecovery(facts({ ...bare, items, commits: [commit("001", { saysDone: true })] }));
    expect(plan.promoted).toEqual([]);
  });
});
