import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentScript, mainFile, makeProject, scratch, startNode, type Repo } from "../e2e/harness.ts";

/** What a program did, in its order. */
interface Effect {
  readonly kind: "spawn" | "read" | "write";
  readonly name: string;
  readonly bytes: number;
}

/** Runs the tool and gives what it did itself; exits other than 0 are told with its words. */
async function effectsOf(repo: Repo, args: readonly string[], env = {}): Promise<Effect[]> {
  const file = join(scratch("effects"), "effects.json");
  const probe = join(import.meta.dirname, "effects-probe.cjs");
  const options = { cwd: repo.path, env: { ...env, SCALE_FILE: file } };
  const { code, stdout, stderr } = await startNode(["--require", probe, mainFile, ...args], options).ended;
  if (code !== 0) throw new Error(`exit ${code}: ${stdout}${stderr}`);
  return JSON.parse(readFileSync(file, "utf8")) as Effect[];
}

const item = (n: number) => ({
  id: String(n).padStart(3, "0"),
  type: "feature",
  priority: 2,
  title: `Item ${String(n).padStart(5, "0")}`,
  description: "As long as the words that people write about their work. ".repeat(8),
  acceptanceCriteria: ["It is there"],
  status: "pending",
  completedAt: null,
});

const textOf = (items: readonly unknown[]): string =>
  `${JSON.stringify({ project: "scale", description: "", items }, null, 2)}\n`;

async function projectOf(items: number, agent = "/bin/true"): Promise<Repo> {
  const repo = await makeProject(agent);
  repo.write(".tool/backlog.json", textOf(Array.from({ length: items }, (_, i) => item(i + 1))));
  return repo;
}

const sum = (effects: readonly Effect[]): number => effects.reduce((all, { bytes }) => all + bytes, 0);
const names = (effects: readonly Effect[]): string[] =>
  effects.map(({ kind, name }) => `${kind} ${name.replace(/^tool-git-.*/, "tool-git")}`);

describe("an item of a run", () => {
  /** What one of them does, from its selection to its end. */
  const ITEM = [
    "write state.json",
    "write backlog.json",
    "spawn agent.sh",
    "write backlog.json",
    // The mark in front of what git will say.
    "write tool-git",
  ];
  /** While the agent runs and while git commits; a wait that is over before a crowded machine comes to it leaves them to the next. */
  const LINES = ["write events.ndjson", "write tool.log"];
  const WAITS = 2;
  const WATCHED = 3;
  /** Written for a session that takes more than a second, as one does on a crowded machine. */
  const OF_LONG_SESSIONS = ["iteration-status.json", "agent.json"];

  it.each([5, 40])(
    "spawns the agent, git add and git commit, and writes each file as often, of %i",
    async (count) => {
      const repo = await projectOf(count, agentScript("echo TOOL_DONE"));
      repo.git("commit", "--quiet", "--all", "--message", "Plan");
      const { path, calls } = countingGit();
      const effects = await effectsOf(repo, ["loop", "run", "--json", "--iterations", String(count)], {
        PATH: path,
      });
      expect(repo.subjects().filter((subject) => subject.startsWith("[tool] "))).toHaveLength(count);

      const own = passOf(effects, WATCHED).filter(({ name }) => !OF_LONG_SESSIONS.includes(name));
      const deeds = names(own.filter(({ kind }) => kind !== "read"));
      expect(deeds.filter((deed) => !LINES.includes(deed))).toEqual(ITEM);
      for (const line of LINES) {
        expect(deeds.filter((deed) => deed === line).length, line).toBeLessThanOrEqual(WAITS);
      }

      // The whole backlog twice, its backup never: that is a second name of the file.
      const done = { status: "done", completedAt: new Date(0).toISOString() };
      const at = (changes: object): number =>
        textOf(
          Array.from({ length: count }, (_, i) => ({
            ...item(i + 1),
            ...(i < WATCHED - 1 ? done : i === WATCHED - 1 ? changes : {}),
          })),
        ).length;
      const backlog = own.filter(({ name }) => name === "backlog.json");
      expect(backlog.filter(({ kind }) => kind === "write").map(({ bytes }) => bytes)).toEqual([
        at({ status: "in_progress" }),
        at(done),
      ]);
      expect(backlog.filter(({ kind }) => kind === "read")).toHaveLength(3);
      // Times of a session may have a digit more, and the lines of one wait may stand with the next.
      const others = sum(own.filter(({ kind, name }) => kind === "write" && name !== "backlog.json"));
      expect(others).toBeGreaterThan(500);
      expect(others).toBeLessThan(4000);

      const made = calls();
      expect([made.get("add"), made.get("commit")]).toEqual([count, count]);
      made.delete("add");
      made.delete("commit");
      expect(
        [...made.values()].reduce((all, n) => all + n, 0),
        "calls of a whole run",
      ).toBeLessThanOrEqual(5);
    },
  );

  /** From one writing of state.json to the next, which says both how an item ended and which one is next. */
  function passOf(effects: readonly Effect[], nth: number): readonly Effect[] {
    const begins = effects.flatMap((effect, index) =>
      effect.name === "state.json" && effect.kind === "write" ? [index] : [],
    );
    const first = begins.findIndex((index, at) => {
      const next = begins[at + 1] ?? effects.length;
      return effects.slice(index, next).some(({ name }) => name === "agent.sh");
    });
    return effects.slice(begins[first + nth - 1], begins[first + nth]);
  }

  /** A git on PATH that notes its verb and is git. */
  function countingGit(): { readonly path: string; readonly calls: () => Map<string, number> } {
    const folder = scratch("bin");
    const log = join(folder, "calls.txt");
    writeFileSync(
      join(folder, "git"),
      `#!/bin/sh
for word; do
  case $word in add|commit|status|rev-parse|check-ignore|maintenance|log|stash|diff|symbolic-ref) break;; esac
done
echo "$word" >> '${log}'
PATH='${process.env["PATH"]}' exec git "$@"
`,
    );
    chmodSync(join(folder, "git"), 0o755);
    return {
      path: `${folder}:${process.env["PATH"]}`,
      calls() {
        const counts = new Map<string, number>();
        const verbs = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
        for (const verb of verbs) counts.set(verb, (counts.get(verb) ?? 0) + 1);
        return counts;
      },
    };
  }
});

describe("a command", () => {
  it.each([100, 3000])(
    "edits one of %i items with three looks at the file and one writing",
    async (count) => {
      const repo = await projectOf(count);
      const size = repo.read(".tool/backlog.json").length;
      const effects = await effectsOf(repo, ["backlog", "edit", "017", "--title", "Item number 17"]);
      const backlog = effects.filter(({ name }) => name === "backlog.json");
      // Two of them only compare bytes: whether the word is an id, which item it is, and anew under the lock.
      expect(backlog.map(({ kind }) => kind)).toEqual(["read", "read", "read", "write"]);
      expect(sum(backlog.filter(({ kind }) => kind === "write"))).toBe(
        size + "Item number 17".length - "Item 00017".length,
      );
      const others = effects.filter(({ kind, name }) => kind === "write" && name !== "backlog.json");
      expect(names(others)).toEqual(["write backlog.json.lock"]);
      expect(repo.read(".tool/backlog.json.bak")).toHaveLength(size);
    },
  );

  it("reads the end of a log, whatever its size", async () => {
    const repo = await projectOf(1);
    const read = async (lines: number): Promise<number> => {
      repo.write(".tool/tool.log", "[2026-01-02 03:04:05] --- Iteration 1 / 2 ---\n".repeat(lines));
      const effects = await effectsOf(repo, ["log", "--tail", "20"]);
      return sum(effects.filter(({ name }) => name === "tool.log"));
    };
    expect(await read(200_000)).toBe(await read(1000));
  });

  it("opens two files of a project in a list of them, and none of another folder", async () => {
    const repo = await projectOf(1);
    const marker = repo.read(".tool.json");
    for (let n = 0; n < 60; n += 1) {
      mkdirSync(join(repo.path, `code/folder-${n}`), { recursive: true });
      if (n % 3 > 0) continue;
      repo.write(`code/folder-${n}/.tool.json`, marker);
      repo.write(`code/folder-${n}/.tool/backlog.json`, textOf([item(1)]));
    }
    const effects = await effectsOf(repo, ["projects", "status", "--root", join(repo.path, "code")]);
    const read = effects.filter(({ kind, name }) => kind === "read" && /^(\.tool|backlog)\.json$/.test(name));
    expect(read).toHaveLength(40);
    expect(effects.filter(({ kind }) => kind === "spawn")).toEqual([]);
  });
});
