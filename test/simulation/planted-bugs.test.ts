import { describe, expect, it } from "vitest";
import type { Git } from "#engine/git-port";
import type { Files, Ports } from "#engine/ports";
import { paths } from "../scenarios/night.ts";
import { catchBug } from "./check-seeds.ts";
import type { Mutation } from "./stage.ts";

const SEEDS = 300;

const withGit =
  (change: (git: Git) => Partial<Git>): Mutation =>
  (ports) => ({ ...ports, git: over(ports.git, change(ports.git)) });

const withFiles =
  (change: (files: Files) => Partial<Files>): Mutation =>
  (ports) => ({ ...ports, files: over(ports.files, change(ports.files)) });

/** Some methods replaced, the others as they are. */
const over = <T extends object>(port: T, methods: Partial<T>): T =>
  new Proxy(port, {
    get: (target, name) => Reflect.get(name in methods ? methods : target, name) as unknown,
  });

/** Changes what is written into backlog.json; gives the text unchanged to leave it. */
const withBacklog =
  (change: (text: string, before: string) => string): Mutation =>
  (ports, world) =>
    withFiles((files) => ({
      rename: async (from, to) => {
        if (to === paths.backlog) {
          const text = world.files.textOf(from) ?? "";
          world.files.plant({ [from]: change(text, world.files.textOf(to) ?? "") });
        }
        return files.rename(from, to);
      },
    }))(ports, world);

const bugs: readonly (readonly [what: string, mutate: Mutation, caught: RegExp])[] = [
  [
    "a commit that never happens",
    withGit(() => ({ commitAll: async () => ({ kind: "committed", hash: "0".repeat(40) }) })),
    /done without its commit/,
  ],
  [
    "an item that is not put back when its commit stands",
    withBacklog((text) =>
      text.replace(
        /"status": "done",\n( +)"completedAt": "[^"]+"/,
        '"status": "pending",\n$1"completedAt": null',
      ),
    ),
    /the runner has committed it|runner moved/,
  ],
  [
    "a move outside of the table",
    withBacklog((text) =>
      text
        .replace(/"status": "pending"/, '"status": "blocked",\n      "blockedReason": "no"')
        .replace(/"status": "blocked",\n +"blockedReason": "before"/, '"status": "in_progress"'),
    ),
    /moved|inconsistent|nobody works on it/,
  ],
  ["a write that loses an item", withBacklog((text) => dropLastItem(text)), /write lost/],
  [
    "an item rewritten",
    withBacklog((text) => text.replace('"title": "Item', '"title": "An item')),
    /more of .* than its status/,
  ],
  [
    "a whole backlog written back from memory",
    staleBacklog(),
    /edit of .* is lost|write lost|more of .* than its status/,
  ],
  [
    "a stash that throws the work away",
    withGit((git) => ({
      stash: async (repository, message, options) => {
        const stash = await git.stash(repository, message, options);
        if (stash !== null) (git as unknown as { stashes: unknown[] }).stashes.shift();
        return stash;
      },
    })),
    /lost for ever/,
  ],
  [
    "a stash that takes the user's own away",
    withGit((git) => ({
      stash: async (repository, message, options) => {
        (git as unknown as { stashes: unknown[] }).stashes.pop();
        return git.stash(repository, message, options);
      },
    })),
    /user's stash|lost for ever/,
  ],
  [
    "an ignored file cleaned away",
    (ports) =>
      withGit((git) => ({
        stash: async (repository, message, options) => {
          await ports.files.remove("/work/local.env");
          return git.stash(repository, message, options);
        },
      }))(ports, undefined as never),
    /ignored file|lost for ever/,
  ],
  [
    "an event written twice",
    withFiles((files) => ({
      append: (path, text) => files.append(path, path === paths.eventsLog ? text + text : text),
    })),
    /isn't dense/,
  ],
  [
    "an event left out",
    withFiles((files) => ({
      append: (path, text) =>
        files.append(path, path === paths.eventsLog ? text.replace(/^.*item_selected.*\n/m, "") : text),
    })),
    /isn't dense/,
  ],
  [
    "a lock that stays",
    withFiles((files) => ({ remove: async (path) => (path === paths.lock ? true : files.remove(path)) })),
    /is still there/,
  ],
  [
    "a lock that nobody respects",
    withFiles((files) => ({
      link: async (from, to) => {
        const linked = await files.link(from, to);
        if (linked !== "exists" || !to.endsWith("loop.lock")) return linked;
        await files.remove(to);
        return files.link(from, to);
      },
    })),
    /two runs at once|is in progress|is lost|still there|moved/,
  ],
  [
    "a state that isn't written at the end",
    withFiles((files) => ({
      rename: async (from, to) => {
        if (to === paths.state && !(await files.read(from))?.includes('"running"'))
          return void (await files.remove(from));
        return files.rename(from, to);
      },
    })),
    /state\.json/,
  ],
  [
    "an agent's processes that outlive its run",
    (ports) => ({ ...ports, processes: over(ports.processes, { sweep: async () => 0 }) }),
    /agents of dead runs/,
  ],
  [
    "a timer that nobody releases",
    (ports) => ({
      ...ports,
      clock: {
        ...ports.clock,
        every: (ms, listener) => {
          ports.clock.every(ms, listener);
          return () => undefined;
        },
      },
    }),
    /timers leaked/,
  ],
  [
    "bookkeeping that rides in a commit",
    (ports, world) =>
      withGit((git) => ({
        commitAll: (repository, message, options) => {
          world.files.plant({ "/work/.gitignore": "" });
          return git.commitAll(repository, message, options);
        },
      }))(ports, world),
    /bookkeeping/,
  ],
  [
    "a run that never ends",
    (ports) => ({
      ...ports,
      clock: {
        ...ports.clock,
        sleep: async (ms, cancel) =>
          ms >= 1000 ? new Promise(() => undefined) : ports.clock.sleep(ms, cancel),
      },
    }),
    /never ends/,
  ],
];

describe("each promise is really looked after: a bug planted against it is caught", () => {
  it.each(bugs)(
    "%s",
    async (_what, mutate, caught) => {
      expect(await catchBug(mutate, caught, SEEDS)).toMatch(caught);
    },
    60_000,
  );
});

/** Each write carries the items as they were at the runner's first write. */
function staleBacklog(): Mutation {
  const first = new WeakMap<Ports, string>();
  return (ports, world) =>
    withBacklog((text) => {
      const known = first.get(ports);
      if (known === undefined) first.set(ports, text);
      return known === undefined ? text : mergeStatuses(known, text);
    })(ports, world);
}

interface Items {
  items: { id: string; status: string }[];
}

function mergeStatuses(stale: string, text: string): string {
  const now = JSON.parse(text) as Items;
  const then = JSON.parse(stale) as Items;
  const items = then.items.map((item) => ({
    ...now.items.find((one) => one.id === item.id),
    ...item,
    status: now.items.find((one) => one.id === item.id)?.status ?? item.status,
  }));
  return JSON.stringify({ ...then, items }, null, 2);
}

function dropLastItem(text: string): string {
  const backlog = JSON.parse(text) as Items;
  return JSON.stringify(
    { ...backlog, items: backlog.items.length > 2 ? backlog.items.slice(0, -1) : backlog.items },
    null,
    2,
  );
}
