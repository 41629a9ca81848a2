import { ITEM_STATUSES } from "#contracts/item-rules";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { RunRequest } from "#engine/loop/loop-context";
import { createRandom, type Random } from "./random.ts";
import type { Act, Deed, End, Fault, Happening, Kill, Night, SessionPlan, Story } from "./story.ts";

/** The story of a seed. Most of it is mild, so that troubles meet in all combinations without drowning each other. */
export function drawStory(seed: number): Story {
  const random = createRandom(seed);
  const archived = random.chance(0.3) ? ["901", "902"] : [];
  const items = drawItems(random, archived);
  const ids = items.map((item) => item.id);
  const calm = random.chance(0.3);
  const sessions: Record<string, SessionPlan[]> = {};
  for (const id of ids) {
    sessions[id] = list(random, calm ? 2 : 4, () => drawSession(random, ids, calm));
  }
  // A review's session belongs to no item.
  sessions[""] = list(random, 3, () => drawReview(random, ids));
  return {
    seed,
    items,
    archived,
    autoSweep: random.chance(0.15),
    sessions,
    nights: Array.from({ length: 1 + random.below(4) }, () => drawNight(random, ids)),
    interleave: random.chance(0.3) ? 1 + random.below(1_000_000) : 0,
  };
}

function drawItems(random: Random, archived: readonly string[]): BacklogItem[] {
  const count = 1 + random.below(4);
  const ids = Array.from({ length: count }, (_, index) => String(index + 1).padStart(3, "0"));
  return ids.map((id, index) => {
    const others = [...ids.filter((other) => other !== id), ...archived];
    const behind = ids.slice(0, index);
    const dependsOn = random.weighted<readonly string[]>([
      [6, []],
      [3, behind.length > 0 ? [random.pick(behind)] : []],
      [1, others.length > 0 ? [random.pick(others)] : []],
      [0.3, ["777"]],
    ]);
    return {
      id,
      type: "feature",
      priority: random.pick([1, 2, 2, 3, 4] as const),
      title: `Item ${id}`,
      description: "",
      acceptanceCriteria: ["It works"],
      completedAt: null,
      ...(dependsOn.length > 0 && { dependsOn: [...dependsOn] }),
      ...random.weighted<Pick<BacklogItem, "status"> & Partial<BacklogItem>>([
        [9, { status: "pending" }],
        [0.4, { status: "blocked", blockedReason: "before" }],
        [0.4, { status: "blocked", blockedReason: "before", deferred: true }],
        [0.4, { status: "blocked", blockedReason: "before", needsHuman: true }],
      ]),
    };
  });
}

function drawSession(random: Random, ids: readonly string[], calm: boolean): SessionPlan {
  const end = random.weighted<End>([
    [calm ? 30 : 8, "done"],
    [2, "blocked"],
    [1, "needs-human"],
    [3, "none"],
    [1, "slow-failure"],
    [2, "fast-failure"],
    [0.5, "crash"],
    [0.7, "timeout"],
    [0.5, "done-then-hangs"],
    [0.7, "limit-5h"],
    [0.4, "limit-7d"],
    [0.5, "limit-minute"],
    [0.05, "limit-unknown"],
    [0.5, "review"],
  ]);
  return { acts: list(random, calm ? 2 : 4, () => drawAct(random, ids)), end };
}

function drawReview(random: Random, ids: readonly string[]): SessionPlan {
  const end = random.weighted<End>([
    [4, "review"],
    [3, "done"],
    [1, "none"],
    [0.5, "timeout"],
    [0.5, "fast-failure"],
    [0.5, "limit-5h"],
    [0.3, "limit-7d"],
    [0.3, "blocked"],
  ]);
  return { acts: list(random, 2, () => drawAct(random, ids)), end };
}

function drawAct(random: Random, ids: readonly string[]): Act {
  return random.weighted<() => Act>([
    [10, () => ({ act: "write" })],
    [4, () => ({ act: "append" })],
    [1, () => ({ act: "delete" })],
    [5, () => ({ act: "sleep", ms: random.pick([10, 300, 1500, 4000, 12_000]) })],
    [
      1.5,
      () => ({
        act: "commit",
        as: random.weighted([
          [3, "own"],
          [1, "foreign"],
          [1, "plain"],
        ] as const),
      }),
    ],
    [0.4, () => ({ act: "branch" })],
    [0.4, () => ({ act: "detach" })],
    [0.3, () => ({ act: "merge" })],
    [0.5, () => ({ act: "leave" })],
    [0.5, () => ({ act: "stubborn" })],
    [
      1,
      () => ({
        act: "backlog",
        how: random.weighted([
          [2, "torn"],
          [2, "gone"],
          [3, "own-done"],
          [1, "empty"],
        ] as const),
      }),
    ],
    [0.4, () => ({ act: "tool-gone" })],
    [0.3, () => ({ act: "state-torn" })],
    [1.5, () => ({ act: "deed", deed: drawDeed(random, ids) })],
  ])();
}

function drawDeed(random: Random, ids: readonly string[]): Deed {
  const id = random.pick(ids);
  return random.weighted<() => Deed>([
    [2, () => ({ do: "cancel", by: random.pick(["marker", "signal"] as const) })],
    [0.5, () => ({ do: "hurry" })],
    [1, () => ({ do: "add" })],
    [2, () => ({ do: "retitle", id })],
    [2, () => ({ do: "move", id, to: random.pick(ITEM_STATUSES) })],
    [0.5, () => ({ do: "delete", id })],
    [2, () => ({ do: "hand", id, to: random.pick([null, ...ITEM_STATUSES]) })],
    [2, () => ({ do: "file" })],
    [1, () => ({ do: "start" })],
  ])();
}

function drawNight(random: Random, ids: readonly string[]): Night {
  return {
    how: random.weighted([
      [6, "run"],
      [2, "reset"],
      [2, "resume"],
    ] as const),
    request: drawRequest(random),
    kill: random.chance(0.4) ? drawKill(random) : null,
    faults: random.chance(0.3) ? list(random, 3, () => drawFault(random)) : [],
    happenings: random.chance(0.5) ? list(random, 4, () => drawHappening(random, ids)) : [],
    tidy: random.chance(0.7),
    recycledPid: random.chance(0.2),
  };
}

function drawRequest(random: Random): Partial<RunRequest> {
  return {
    force: random.chance(0.7),
    sessionTimeoutMinutes: 0.5,
    maxIterations: random.weighted([
      [3, null],
      [1, 1],
      [1, 3],
      [1, 6],
    ] as const),
    maxRetries: random.weighted([
      [2, null],
      [1, 0],
      [2, 1],
    ] as const),
    pauseOnNeedsHuman: random.chance(0.3),
    retryBlocked: random.chance(0.2),
    sleepOnLimit: random.weighted([
      [3, null],
      [1, false],
    ] as const),
    circuitBreakerThreshold: random.weighted([
      [3, null],
      [1, 1],
    ] as const),
    seedBacklog: random.chance(0.1),
    review: random.chance(0.25),
    reviewOnly: random.chance(0.04),
  };
}

/** Small numbers more often: starts are where runs are few calls long, ends where they are many. */
const anyCall = (random: Random): number => 1 + random.below(random.pick([20, 60, 150, 400, 800]));

function drawKill(random: Random): Kill {
  if (random.chance(0.2)) return { afterMs: random.below(30_000) };
  return { at: anyCall(random), when: random.pick(["before", "after", "torn"] as const) };
}

function drawFault(random: Random): Fault {
  return {
    on: random.weighted([
      [4, "write"],
      [3, "rename"],
      [2, "append"],
      [1, "remove"],
      [0.5, "read"],
      [3, "git"],
      [3, "commit"],
      [2, "stash"],
    ] as const),
    at: 1 + random.below(random.pick([3, 10, 40, 120])),
    times: random.weighted([
      [5, 1],
      [2, 2],
      [2, 1000],
    ] as const),
  };
}

const drawHappening = (random: Random, ids: readonly string[]): Happening => ({
  ...drawDeed(random, ids),
  atMs: random.below(random.pick([50, 2000, 20_000, 60_000])),
});

const list = <T>(random: Random, most: number, draw: () => T): T[] =>
  Array.from({ length: random.below(most + 1) }, draw);
