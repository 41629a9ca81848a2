import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SPEC_TABLE, specFlags } from "../cli/spec-table.ts";
import { tool, type Repo } from "./harness.ts";
import { agentLog, preparedProject, timeless, tracesOf } from "./prepared-project.ts";

/** Each flag is shown to change something: the same line with it and without it, each on a copy of the same project. */

interface Demonstration {
  /** Without the flag; the command alone when absent. */
  readonly base?: readonly string[];
  /** Instead of the base's words. */
  readonly line?: readonly string[];
  /** Behind the base. */
  readonly adds?: readonly string[];
  readonly prepare?: Prepare;
  /** Of the line with the flag. */
  readonly code?: number;
  /** What the flag is known by. */
  readonly shows: RegExp;
}

const text = (words: string, shows: RegExp, code = 0): Demonstration => ({
  adds: words.split(" "),
  shows,
  code,
});
const other = (shows: RegExp): Demonstration => text("--backlog other", shows);
const json = (shows = /^[[{]/): Demonstration => text("--json", shows);

const NEW_ITEM = ["backlog", "add", "--title", "New", "--type", "bug"];
const addition = (words: string, shows: RegExp): Demonstration => ({ base: NEW_ITEM, ...text(words, shows) });
const edit = (words: string, shows: RegExp, id = "006"): Demonstration => ({
  base: ["backlog", "edit", id],
  ...text(words, shows),
});
const CLEAR = ["backlog", "reset", "--clear", "--yes"];
const RUN = ["loop", "run", "--ndjson"];
type Prepare = (repo: Repo) => void;
const preparations = new Map<string, Prepare>();
/** Only these items are left to do. */
const only = (...ids: readonly string[]): Prepare => {
  const known = preparations.get(ids.join()) ?? ((repo) => keepOnly(repo, ids));
  preparations.set(ids.join(), known);
  return known;
};
const keepOnly = (repo: Repo, ids: readonly string[]): void => {
  const backlog = repo.json(".tool/backlog.json") as { items: { id: string; status: string }[] };
  const fresh = {
    type: "feature",
    priority: 2,
    description: "",
    acceptanceCriteria: ["x"],
    completedAt: null,
  };
  const kept = backlog.items.filter(({ id, status }) => status !== "pending" || ids.includes(id));
  const made = ids.filter((id) => !kept.some((one) => one.id === id));
  const items = [...kept, ...made.map((id) => ({ id, title: `Item ${id}`, status: "pending", ...fresh }))];
  repo.write(".tool/backlog.json", JSON.stringify({ ...backlog, items }));
};
const run = (words: string, shows: RegExp, code = 5, prepare = only("006")): Demonstration => ({
  base: RUN,
  ...text(words, shows, code),
  prepare,
});

const DEMONSTRATIONS: Readonly<Record<string, Readonly<Record<string, Demonstration>>>> = {
  "backlog list": {
    "--status": text("--status blocked", /^ID [^\n]*\n004/),
    "--type": text("--type bug", /^ID [^\n]*\n001/),
    "--json": json(),
    "--backlog": other(/101/),
  },
  "backlog validate": {
    "--specs-dir": text("--specs-dir docs", /SPEC/, 1),
    "--json": json(),
    "--backlog": { ...other(/valid, 1 item/), code: 0 },
  },
  "backlog add": {
    "--title": { base: NEW_ITEM, line: NEW_ITEM.with(3, "Other"), shows: /"title": "Other"/ },
    "--type": { base: NEW_ITEM, line: NEW_ITEM.with(5, "chore"), shows: /"type": "chore"/ },
    "--priority": addition("--priority 4", /"priority": 4,\n\s+"title": "New"/),
    "--description": addition("--description Why", /"description": "Why"/),
    "--notes": addition("--notes Look", /"notes": "Look"/),
    "--depends-on": addition("--depends-on 001,006", /"006"\n\s+\]/),
    "--estimated-iterations": addition("--estimated-iterations 3", /"estimatedIterations": 3/),
    "--ac": addition("--ac one --ac two", /"one",\n\s+"two"/),
    "--backlog": addition("--backlog other", /other\/backlog\.json/),
  },
  "backlog show": {
    "--json": { base: ["backlog", "show", "006"], ...json() },
    "--backlog": { base: ["backlog", "show", "101"], ...other(/Item 101/) },
  },
  "backlog edit": {
    "--title": edit("--title Other", /"title": "Other"/),
    "--type": edit("--type chore", /"type": "chore"/),
    "--priority": edit("--priority 4", /"priority": 4/),
    "--status": edit("--status pending", /"id": "005",[^}]*"status": "pending"/, "005"),
    "--description": edit("--description Why", /"description": "Why"/),
    "--notes": edit("--notes Look", /"notes": "Look"/),
    "--depends-on": edit("--depends-on 001", /"dependsOn": \[\n\s+"001"/),
    "--blocked-reason": edit("--blocked-reason Because", /"blockedReason": "Because"/, "005"),
    "--estimated-iterations": edit("--estimated-iterations 3", /"estimatedIterations": 3/),
    "--ac": edit("--ac one --ac two", /"one",\n\s+"two"/),
    "--backlog": { base: ["backlog", "edit", "101", "--notes", "x"], ...other(/other\/backlog\.json/) },
  },
  "backlog delete": {
    "--yes": { base: ["backlog", "delete", "009"], ...text("--yes", /^(?!.*"id": "009")/s) },
    "--backlog": { base: ["backlog", "delete", "101", "--yes"], ...other(/other\/backlog\.json/) },
  },
  "backlog restore": {
    "--yes": text("--yes", /Restored/),
    "--backlog": { base: ["backlog", "restore", "--yes"], ...text("--backlog other", /error/, 2) },
  },
  "backlog sweep": {
    "--min-age-days": { base: ["backlog", "sweep", "--yes"], ...text("--min-age-days 99999", /"id": "001"/) },
    "--dry-run": text("--dry-run", /would go to the archive.*exit 0$/s),
    "--yes": text("--yes", /^(?!.*"id": "001")/s),
    "--json": { base: ["backlog", "sweep", "--yes"], ...json() },
    "--backlog": { base: ["backlog", "sweep", "--yes"], ...other(/"id": "001"/) },
  },
  "backlog reset": {
    "--yes": text("--yes", /^(?!.*"id": "001")/s),
    "--json": { base: ["backlog", "reset", "--yes"], ...json() },
    "--clear": { base: ["backlog", "reset", "--yes"], ...text("--clear", /"items": \[\]/) },
    "--keep-progress": { base: CLEAR, ...text("--keep-progress", /^(?!.*-progress\.md)/s) },
    "--keep-log": { base: CLEAR, ...text("--keep-log", /!! \.tool\/tool\.log/) },
    "--backlog": { base: ["backlog", "reset", "--yes"], ...other(/"id": "001"/) },
  },
  "backlog unblock": { "--backlog": other(/Nothing is blocked/) },
  "backlog archive list": { "--json": json(), "--backlog": other(/^(?!.*2026-10)/s) },
  "backlog archive view": {
    "--json": { base: ["backlog", "archive", "view", "2026-10"], ...json() },
    "--backlog": { base: ["backlog", "archive", "view", "2026-10"], ...text("--backlog other", /error/, 2) },
  },
  "backlog archive purge": {
    "--yes": text("--yes", /D \.tool\/archive\/2026-10\.json/),
    "--month": {
      base: ["backlog", "archive", "purge", "--yes"],
      ...text("--month 2020-01", /^(?!.*D \.tool)/s),
    },
    "--backlog": { base: ["backlog", "archive", "purge", "--yes"], ...other(/^(?!.*D \.tool)/s) },
  },
  agents: { "--json": json() },
  version: { "--json": json() },
  help: { "--json": json() },
  status: { "--json": { base: ["status", "."], ...json() }, "--backlog": other(/1 item/) },
  log: {
    "--tail": text("--tail 3", /^(?!.*Line 20\b).*Line 29/s),
    "--backlog": other(/^(?!.*Line 29)/s),
  },
  progress: { "--json": json(), "--backlog": other(/^(?!.*What sessions)/s) },
  reset: { "--json": json(), "--backlog": other(/Nothing to reset/) },
  doctor: { "--json": json(), "--backlog": other(/valid, 1 item/) },
  install: commandFlags(["install", "--yes"], (repo) => uninstalled(repo)),
  init: commandFlags(["init", "sprout", "--yes"]),
  "loop run": {
    "--iterations": run("--iterations 1", /"limit_reached"/, 4, only("006", "009")),
    "--retries": run("--retries 1", /"maxRetries":1\b/, 5, only("010")),
    "--model": run("--model opus", /"model":"opus"/, 5, only("009")),
    "--no-model": run("--no-model", /^(?!.*--model haiku)/s),
    "--agent": run("--agent codex --no-model", /codex is not installed/, 2),
    "--timeout": run("--timeout 5", /"timeoutMinutes":5\b/),
    "--review": run("--review", /"review_completed","itemsCreated":1|"type":"review_completed"/),
    "--review-only": run("--review-only", /^(?!.*"item_selected").*review_started/s, 0),
    "--suppress-iteration-review": run("--suppress-iteration-review", /review=0/),
    "--create-branch": run("--create-branch dawn", /"branch": ?"dawn"/),
    "--seed-backlog": run("--seed-backlog", /\[tool\] backlog: seed project/),
    "--ndjson": {
      base: ["loop", "run"],
      ...text("--ndjson", /^\{"type":"loop_started"/, 5),
      prepare: only("006"),
    },
    "--json": {
      base: ["loop", "run"],
      ...text("--json", /^\{\n {2}"completedCount": 1/, 5),
      prepare: only("006"),
    },
    "--pause-on-needs-human": run("--pause-on-needs-human", /"loop_paused"/, 3, only("008")),
    "--force": {
      ...run("--force", /"loop_started"/),
      prepare: (repo) => repo.write("README.md", "changed\n"),
    },
    "--retry-blocked": run("--retry-blocked", /item=005/, 0),
    "--breaker": run("--breaker 1", /1 failure in a row/, 1, (repo) => {
      const marker = repo.json(".tool.json") as {
        options: { providerConfig: object; circuitBreakerThreshold: 2 };
      };
      Object.assign(marker.options.providerConfig, { binary: "/bin/false" });
      marker.options.circuitBreakerThreshold = 2;
      repo.write(".tool.json", JSON.stringify(marker));
      repo.git("commit", "-qam", "Fail");
    }),
    "--env": run("--env COLOUR=blue", /colour=blue/),
    "--backlog": run("--backlog other", /item=101/, 0),
  },
  resume: {
    "--answer": { base: ["resume", "--ndjson"], ...paused(["--answer", "004", "90 days"], /item=004/, 5) },
    "--recover": { base: ["resume", "--ndjson"], ...paused(["--recover"], /\[tool\] 006: Item 006/, 5) },
    "--backlog": {
      base: ["resume", "--ndjson"],
      ...paused(["--backlog", "other"], /Nothing|nothing|no run/, 2),
    },
  },
};

/** The commands of a project that is about to be set up. */
function commandFlags(base: readonly string[], prepare?: Prepare): Readonly<Record<string, Demonstration>> {
  const names = ["test", "typecheck", "lint", "build", "format"];
  const shown = (name: string): Demonstration => ({
    base,
    ...text(`--${name}-cmd my-${name}`, new RegExp(`verify +(?=.*my-${name})`)),
    ...(prepare && { prepare }),
  });
  return Object.fromEntries(names.map((name) => [`--${name}-cmd`, shown(name)]));
}

const uninstalled: Prepare = ({ path }) => {
  for (const name of [".tool.json", ".tool"]) rmSync(join(path, name), { recursive: true });
};

/** After a run that was stopped. */
function paused(adds: readonly string[], shows: RegExp, code: number): Demonstration {
  return {
    adds,
    shows,
    code,
    prepare(repo) {
      only("006")(repo);
      const at = "2026-11-01T10:00:00Z";
      const state = {
        status: "paused",
        iteration: 1,
        maxIterations: 20,
        currentItem: adds.includes("--recover") ? "006" : null,
        lastSignal: null,
        error: null,
        startedAt: at,
        updatedAt: at,
        completedItems: [],
        blockedItems: [],
        deferredItems: [],
        baseCommitHash: repo.git("rev-parse", "HEAD"),
      };
      repo.write(".tool/state.json", JSON.stringify(state));
      if (!adds.includes("--recover")) return;
      const text = repo.read(".tool/backlog.json");
      repo.write(".tool/backlog.json", text.replace('"status":"pending"', '"status":"in_progress"'));
      repo.write(".tool.json", repo.read(".tool.json").replace('"verify": ""', '"verify": "true"'));
      repo.write("half.txt", "half\n");
    },
  };
}

/** Proven by tests of their own, which follow a run or keep a server; the flag and the command stand in them. */
const ELSEWHERE: readonly RegExp[] = [
  /^(status|log|follow) --(follow|interval|verbose|json|backlog|all)$/,
  /^status -f$|^log -f$|^loop run -[df]$|^loop run --(detached|follow|no-sleep-on-limit)$/,
  /^(server|loop stop|loop review|update|uninstall|migrate)\b/,
  /^(install|init) --(?!\w+-cmd)/,
];
/** Without effect by the specification. */
const IDLE = ["reset --keep-done"];

const cases = SPEC_TABLE.flatMap((row) =>
  specFlags(row).map(({ name }) => ({ command: row.command, flag: name, words: `${row.command} ${name}` })),
).filter(({ words }) => !IDLE.includes(words) && !ELSEWHERE.some((pattern) => pattern.test(words)));

const observe = async (words: readonly string[], prepare: Demonstration["prepare"]): Promise<string> => {
  const repo = await preparedProject();
  prepare?.(repo);
  const { code, stdout, stderr } = await tool(words, { cwd: repo.path, env: { AGENT_LOG: agentLog(repo) } });
  const { backlog, subjects, branch, agent, files } = tracesOf(repo);
  const traces = [backlog, subjects.join("\n"), branch, agent, files.join("\n")].join("\n");
  return [`${timeless(stdout)}${timeless(stderr)}`, traces, `exit ${code}`].join("\n");
};

describe("every flag changes something", () => {
  const bases: { words: string; prepare: Demonstration["prepare"]; seen: Promise<string> }[] = [];
  const baseOf = (line: readonly string[], prepare: Demonstration["prepare"]): Promise<string> => {
    const words = line.join(" ");
    const known = bases.find((one) => one.words === words && one.prepare === prepare);
    if (known !== undefined) return known.seen;
    const seen = observe(line, prepare);
    bases.push({ words, prepare, seen });
    return seen;
  };

  it.concurrent.each(cases)("$words", async ({ command, flag }) => {
    const shown = DEMONSTRATIONS[command]?.[flag];
    expect(shown, `no demonstration of ${command} ${flag}`).toBeDefined();
    if (shown === undefined) return;
    const { base = command.split(" "), adds = [], line, prepare, shows, code = 0 } = shown;
    const without = await baseOf(base, prepare);
    const given = await observe(line ?? [...base, ...adds], prepare);
    expect(given).not.toBe(without);
    expect(given).toMatch(shows);
    expect(without).not.toMatch(shows);
    expect(given).toContain(`exit ${code}`);
  });
});

describe("what is proven elsewhere", () => {
  const root = join(import.meta.dirname, "../..");
  const tests = ["src", "test"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
        join(root, folder, name),
      ),
    )
    .filter((path) => path.endsWith(".test.ts") && !/surfaces-flags|help\.test/.test(path))
    .map((path) => readFileSync(path, "utf8"));
  const elsewhere = SPEC_TABLE.flatMap(({ command, ...row }) =>
    specFlags({ command, ...row }).map(({ name }) => ({ command, flag: name, words: `${command} ${name}` })),
  ).filter(({ words }) => ELSEWHERE.some((pattern) => pattern.test(words)));

  it.each(elsewhere)("$words", ({ command, flag }) => {
    const word = command.split(" ").at(-1) ?? "";
    const named = new RegExp(`(?<![\\w-])${flag}(?![\\w-])`);
    expect(tests.some((text) => text.includes(word) && named.test(text))).toBe(true);
  });
});
