import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ItemStatus } from "#contracts/item-rules";
import { addItems, agentScript, makeProject, type Repo } from "./harness.ts";

/** A project whose first item ends in one particular way, to be run, killed and mended. */
export interface CrashNight {
  readonly name: string;
  /** Of `loop run` and of every `resume`. */
  readonly flags: readonly string[];
  /** Of the backlog, where it isn't the project's own. */
  readonly root?: string;
  /** Flags that only `loop run` knows. */
  readonly runFlags?: readonly string[];
  /** What the agent does with item 001 after it has worked, as shell; `$n` counts all sessions. Item 002 gets done, a review finds one more. */
  readonly ending: string;
  /** What the person finds in the end. */
  readonly ends: Readonly<Record<string, ItemStatus>>;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly prepare?: (repo: Repo) => void;
  /** The agent commits by itself, so a second session may commit once more. */
  readonly agentCommits?: true;
  /** Differs from the others before its first session starts. */
  readonly startsApart?: true;
}

const done = "echo TOOL_DONE";
const FINDING = { type: "bug", priority: 2, title: "Found", description: "d", acceptanceCriteria: ["x"] };
const REVIEW = `TOOL_REVIEW:${JSON.stringify({ items: [FINDING], summary: "one" })}`;
const bothDone = { "001": "done", "002": "done" } as const;
const oneBlocked = { "001": "blocked", "002": "done" } as const;

export const CRASH_NIGHTS: readonly CrashNight[] = [
  { name: "done", flags: [], ending: done, ends: bothDone, startsApart: true },
  { name: "blocked with work", flags: [], ending: `echo "TOOL_BLOCKED:needs a token"`, ends: oneBlocked },
  {
    name: "blocked with work, in a root of its own",
    root: "plans",
    flags: [],
    ending: `echo "TOOL_BLOCKED:needs a token"`,
    ends: oneBlocked,
    startsApart: true,
  },
  { name: "a question", flags: [], ending: `echo "30 or 90?"; echo TOOL_NEEDS_HUMAN`, ends: oneBlocked },
  { name: "retried", flags: [], ending: `test $n = 1 || ${done}`, ends: bothDone },
  { name: "deferred", flags: ["--retries", "0"], ending: "echo bye", ends: oneBlocked },
  {
    name: "a commit hook that fails",
    flags: [],
    ending: done,
    ends: oneBlocked,
    prepare(repo) {
      repo.write(".git/hooks/pre-commit", "#!/bin/sh\ntest ! -f work-001.txt\n");
      chmodSync(join(repo.path, ".git/hooks/pre-commit"), 0o755);
    },
  },
  {
    name: "the agent's own commit",
    flags: [],
    ending: `git add work-001.txt shared.txt; git commit -qm "[tool] 001: First"`,
    ends: bothDone,
    agentCommits: true,
  },
  {
    name: "a usage limit",
    flags: [],
    ending: `test $n = 1 || { ${done}; exit; }; echo "You've hit your usage limit." >&2; exit 1`,
    ends: bothDone,
    options: { sleepOnLimit: false },
  },
  { name: "a review", flags: [], runFlags: ["--review"], ending: done, ends: bothDone },
  { name: "a timeout", flags: ["--timeout", "0.03"], ending: "sleep 60", ends: oneBlocked },
  {
    name: "a CANCEL file",
    flags: [],
    ending: `test $n = 1 || { ${done}; exit; }; touch "$TOOL_STATE_DIR/CANCEL"; sleep 60`,
    ends: bothDone,
  },
  {
    name: "a new branch and a seed",
    flags: [],
    runFlags: ["--create-branch", "late", "--seed-backlog"],
    ending: done,
    ends: bothDone,
    startsApart: true,
  },
  {
    name: "a sweep at the start",
    flags: [],
    ending: done,
    ends: bothDone,
    options: { autoSweep: true },
    startsApart: true,
    prepare(repo) {
      const backlog = repo.json(".tool/backlog.json") as { items: Record<string, unknown>[] };
      const old = { ...backlog.items[0], id: "003", title: "Old", status: "done" };
      backlog.items.push({ ...old, completedAt: "2026-01-05T00:00:00.000Z" });
      repo.write(".tool/backlog.json", JSON.stringify(backlog));
    },
  },
];

/** What every command has to be told of the night's backlog. */
export const rootFlags = ({ root }: CrashNight): readonly string[] =>
  root === undefined ? [] : ["--backlog", root];

/** Every session leaves its token in a tracked and in a new file, and then in the ledger outside: what stands there must never be lost. */
const agentOf = ({ ending }: CrashNight): string => `
cat > /dev/null
if test -z "$TOOL_ITEM_ID"; then echo '${REVIEW}'; exit; fi
n=$(($(cat "$LEDGER/count" 2>/dev/null || echo 0) + 1))
echo $n > "$LEDGER/count"
token="token-$TOOL_ITEM_ID-$n-end"
echo "$token" >> "work-$TOOL_ITEM_ID.txt"
echo "$token" >> shared.txt
echo "$token" >> "$LEDGER/tokens"
if test "$TOOL_ITEM_ID" = 002; then ${done}; exit; fi
${ending}`;

/** The project before its night, with a stash and ignored files of the user's. */
export async function stageNight(night: CrashNight): Promise<Repo> {
  const files = { "README.md": "# A project\n", "shared.txt": "start\n", ".gitignore": "private/\n" };
  const repo = await makeProject(agentScript(agentOf(night)), files);
  const marker = repo.json(".tool.json") as { options: Record<string, unknown> };
  Object.assign(marker.options, night.options);
  repo.write(".tool.json", JSON.stringify(marker));
  repo.git("commit", "--quiet", "--allow-empty", "-am", "Options");
  writeFileSync(join(repo.path, "README.md"), "mine\n");
  repo.git("stash", "push", "--quiet", "-m", "mine");
  repo.write("private/notes.txt", "mine\n");
  if (night.root !== undefined)
    repo.write(
      `${night.root}/backlog.json`,
      JSON.stringify({ project: "plans", description: "", items: [] }),
    );
  const after = night.ends["001"] === "done" ? ["--depends-on", "001"] : [];
  await addItems(repo, [
    ["First", ...rootFlags(night)],
    ["Second", ...after, ...rootFlags(night)],
  ]);
  night.prepare?.(repo);
  return repo;
}
