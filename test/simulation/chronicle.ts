import { canMove } from "#core/backlog/transition-item";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import type { MemoryWorld } from "../fakes/memory-ports.ts";
import { paths } from "../scenarios/night.ts";

/** Who wrote: a runner or a recovery by its pid, one of our own edit commands, or somebody by hand (an agent, an editor). */
export interface Author {
  readonly kind: "runner" | "command" | "hand";
  readonly pid: number;
}

export interface ItemCommit {
  readonly id: string;
  readonly hash: string;
  /** Made by an agent while it worked on another item. */
  readonly foreign: boolean;
  readonly byRunner: boolean;
}

/** What an onlooker has seen of a simulation, and found wrong as it happened. */
export interface Chronicle {
  readonly violations: string[];
  readonly log: string[];
  readonly commits: ItemCommit[];
  /** Whole lines that somebody wrote and that may never vanish. */
  readonly tokens: Set<string>;
  /** Texts of every commit ever made. */
  readonly committed: Set<string>;
  /** Who gave an item the status that it has. */
  readonly authors: Map<string, Author["kind"]>;
  /** Titles given and items added by our commands, as long as nobody wrote by hand over them. */
  readonly edits: Map<string, string>;
  /** How often the backlog was destroyed or written by hand: what was edited before may be gone. */
  readonly byHand: { count: number };
  /** Runners that have given their lock back, or are dead. */
  readonly released: Set<number>;
  /** Whose status somebody else has set since the runner's last commit. */
  readonly reopened: Set<string>;
  /** What can't be asked of a story any more: the run's events are gone, state.json tells nothing, a run was off the branch, the next one has begun before anybody looked at its end. */
  readonly lost: { events: boolean; memory: boolean; branch: boolean; end: boolean };
  /** Of an item, where HEAD holds them. */
  commitsOf(id: string): ItemCommit[];
  violate(text: string): void;
  say(text: string): void;
  token(): string;
  /** Git has put another backlog there: until the runner has put back what was, a full disk or a death may keep it from that. */
  branchSwitched(): void;
  backlogWritten(author: Author, before: string | null, after: string): void;
}

const RUNNER_FIELDS = ["status", "completedAt", "blockedReason", "needsHuman", "deferred", "humanAnswer"];

export function createChronicle(world: MemoryWorld): Chronicle {
  const violations: string[] = [];
  const log: string[] = [];
  const authors = new Map<string, Author["kind"]>();
  const edits = new Map<string, string>();
  const byHand = { count: 0 };
  const reopened = new Set<string>();
  /** What each runner itself wrote last of an item. */
  const own = new Map<string, BacklogItem["status"]>();
  /** Every status that a runner has given to an item. */
  const moved = new Set<string>();
  const commits: ItemCommit[] = [];
  const statuses = new Map<string, BacklogItem["status"]>();
  const aside: [string, string][] = [];
  let lastText: string | null = null;
  let tokens = 0;

  const isMove = (author: Author, from: BacklogItem["status"], item: BacklogItem): boolean => {
    if (canMove(from, item.status) && !(from === "done" && author.kind === "runner")) return true;
    if (author.kind !== "runner") return false;
    const proofs = one.commitsOf(item.id);
    if (item.status === "done") return proofs.some((commit) => !commit.foreign || one.lost.memory);
    return from === "done" && (reopened.has(item.id) || proofs.every((commit) => !commit.byRunner));
  };
  const one: Chronicle = {
    violations,
    log,
    commits,
    tokens: new Set(),
    committed: new Set(),
    authors,
    edits,
    byHand,
    reopened,
    released: new Set(),
    lost: { events: false, memory: false, branch: false, end: false },
    commitsOf(id) {
      const history = new Set(world.git.log().map((commit) => commit.hash));
      return commits.filter((commit) => commit.id === id && (one.lost.branch || history.has(commit.hash)));
    },
    violate(text) {
      one.say(`!!! ${text}`);
      violations.push(text);
    },
    say: (text) => void log.push(`${((world.clock.monotonic() / 100) | 0) / 10}s ${text}`),
    token() {
      tokens += 1;
      const token = `line ${tokens}`;
      one.tokens.add(token);
      return token;
    },
    branchSwitched() {
      if (world.files.textOf(paths.backlog) === lastText) return;
      aside.push(...edits);
      edits.clear();
    },
    backlogWritten(author, before, after) {
      const restored = after === lastText;
      if (restored) for (const [id, title] of aside.splice(0)) edits.set(id, title);
      lastText = after;
      if (restored) return;
      const then = parseBacklog(before);
      // Its number may come back, for another item.
      const removed = then?.items.filter(
        ({ id }) => !parseBacklog(after)?.items.some((item) => item.id === id),
      );
      if (author.kind !== "runner") for (const { id } of removed ?? []) reopened.add(id);
      const now = parseBacklog(after);
      if (author.kind === "hand") {
        byHand.count += 1;
        edits.clear();
      }
      if (now === null) {
        if (author.kind !== "hand") one.violate("our own write of backlog.json can't be read");
        return;
      }
      for (const item of now.items) {
        const former = then?.items.find((other) => other.id === item.id);
        const name = author.kind === "runner" ? `${author.pid}/${item.id}` : "";
        const seen = statuses.get(item.id);
        if (seen !== item.status) {
          one.say(`${author.kind} ${item.id}: ${seen ?? "-"} → ${item.status}`);
          statuses.set(item.id, item.status);
          // Of a backlog that was destroyed a runner writes again what it remembers, another's move as well.
          const remembers = then === null && !moved.has(`${name} ${item.status}`);
          authors.set(item.id, author.kind === "runner" && remembers ? "command" : author.kind);
          if (author.kind !== "runner") reopened.add(item.id);
        }
        if (author.kind === "hand" || former === undefined) continue;
        if (former.status !== item.status && seen !== item.status) {
          const mine = own.get(name);
          if (!isMove(author, former.status, item) && (mine === undefined || !isMove(author, mine, item)))
            one.violate(`${author.kind} moved ${item.id} from ${former.status} to ${item.status}`);
        }
        if (author.kind !== "runner") continue;
        if (JSON.stringify(former) !== JSON.stringify(item)) {
          own.set(name, item.status);
          moved.add(`${name} ${item.status}`);
          if (bare(former) !== bare(item)) one.violate(`a runner changed more of ${item.id} than its status`);
          checkShape(one, item);
        }
      }
      if (author.kind !== "runner" || then === null) return;
      const gone = then.items.filter((item) => now.items.every((other) => other.id !== item.id));
      for (const item of gone) {
        if (item.status !== "done" || !archivedIds(world).has(item.id))
          one.violate(`a runner's write lost ${item.id}`);
        else if (
          authors.get(item.id) === "runner" &&
          !one.lost.memory &&
          one.commitsOf(item.id).every(({ foreign }) => foreign)
        )
          one.violate(`${item.id} was swept, and is done without its commit`);
        edits.delete(item.id);
      }
    },
  };
  return one;
}

/** Every id that the archive holds by now. */
export function archivedIds(world: MemoryWorld): Set<string> {
  const months = [...world.files.tree(paths.archive)].filter(([name]) => /^\d{4}-\d\d\.json$/.test(name));
  return new Set(months.flatMap(([, text]) => parseBacklog(text)?.items.map((item) => item.id) ?? []));
}

export function parseBacklog(text: string | null): Backlog | null {
  try {
    const backlog = JSON.parse(text ?? "") as Partial<Backlog>;
    return Array.isArray(backlog.items) ? (backlog as Backlog) : null;
  } catch {
    return null;
  }
}

const bare = (item: BacklogItem): string =>
  JSON.stringify(Object.entries(item).filter(([name]) => !RUNNER_FIELDS.includes(name)));

function checkShape(chronicle: Chronicle, item: BacklogItem): void {
  const blocked = item.status === "blocked";
  const wrong =
    (item.completedAt !== null) !== (item.status === "done") ||
    (item.blockedReason !== undefined) !== blocked ||
    (!blocked && (item.needsHuman !== undefined || item.deferred !== undefined));
  if (wrong) chronicle.violate(`a runner left ${item.id} inconsistent: ${JSON.stringify(item)}`);
}
