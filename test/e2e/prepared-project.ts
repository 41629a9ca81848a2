import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { agentScript, makeProject, repoAt, scratch, type Repo } from "./harness.ts";

/** A project in which every command has something to show: items of all kinds, an archive, a log, a second backlog. */

/** Says what it was started with, then does what the title asks for. */
const AGENT = `
prompt=$(cat)
echo "$* review=\${ENABLE_CODE_SECURITY_REVIEW-unset} colour=\${COLOUR-unset} item=\${TOOL_ITEM_ID-none}" >> "$AGENT_LOG"
case "$TOOL_ITEM_ID" in
  008) echo "Which one?"; echo TOOL_NEEDS_HUMAN ;;
  010) echo "no signal" ;;
  "") echo 'TOOL_REVIEW:{"items":[{"type":"bug","priority":2,"title":"Found it","description":"d","acceptanceCriteria":["gone"]}],"summary":"One fault."}' ;;
  *) echo "$TOOL_ITEM_ID" > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE ;;
esac`;

const item = (id: string, fields: object): object => ({
  id,
  type: "feature",
  priority: 2,
  title: `Item ${id}`,
  description: "What to do",
  acceptanceCriteria: ["it is there"],
  status: "pending",
  completedAt: null,
  ...fields,
});

const done = { status: "done", completedAt: "2026-11-01T10:00:00Z" };
const ITEMS = [
  item("001", { ...done, type: "bug" }),
  item("002", done),
  item("004", { status: "blocked", needsHuman: true, blockedReason: "30 or 90 days?", dependsOn: ["002"] }),
  item("005", { status: "blocked", blockedReason: "needs NPM_TOKEN" }),
  item("006", { model: "haiku", priority: 1, specReferences: ["docs/missing.md"] }),
  item("007", { status: "blocked", deferred: true, blockedReason: "no signal in 4 attempts" }),
  item("009", { priority: 3 }),
];

let template: Promise<Repo> | null = null;

/** A copy of its own; made once, then copied. */
export async function preparedProject(): Promise<Repo> {
  const { path } = await (template ??= makeTemplate());
  const copy = join(scratch("copy"), "project");
  cpSync(path, copy, { recursive: true });
  return repoAt(copy);
}

const makeTemplate = async (): Promise<Repo> => {
  const files = { "README.md": "# A project\n", "docs/spec.md": "# Spec\n" };
  const repo = await makeProject(agentScript(AGENT), files, { modelFlag: "--model" });
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const backlog = { project: "project", description: "", items: ITEMS };
  repo.write(".tool/backlog.json", json(backlog));
  repo.write(".tool/backlog.json.bak", json({ ...backlog, items: ITEMS.slice(0, 3) }));
  repo.write(".tool/archive/2026-10.json", json({ month: "2026-10", items: [item("000", done)] }));
  repo.write(".tool/progress.md", "# What sessions have learned\n\n001: the tests need a database\n");
  repo.write("other/backlog.json", json({ ...backlog, items: [item("101", {})] }));
  repo.git("add", "-A");
  repo.git("commit", "--quiet", "-m", "Prepare");
  const log = Array.from(
    { length: 30 },
    (_, n) => `[2026-11-01 10:00:${String(n).padStart(2, "0")}] Line ${n}`,
  );
  repo.write(".tool/tool.log", `${log.join("\n")}\n`);
  // Fewer files to copy a hundred times.
  repo.git("repack", "-adq");
  rmSync(join(repo.path, ".git/hooks"), { recursive: true });
  start = { head: headOf(repo), subjects: repo.subjects() };
  return repo;
};

/** Where every copy begins: what its branch, its HEAD and its commits are is asked of git only when they have moved. */
let start: { readonly head: string; readonly subjects: readonly string[] } | null = null;
const BRANCH = /^ref: refs\/heads\/(.+)\n$/;

/** Branch and commit, without a process. */
const headOf = (repo: Repo): string => {
  const head = repo.read(".git/HEAD");
  const file = `.git/refs/heads/${BRANCH.exec(head)?.[1] ?? ""}`;
  return repo.exists(file) ? head + repo.read(file) : head;
};

export interface Traces {
  readonly backlog: unknown;
  readonly subjects: readonly string[];
  readonly branch: string;
  readonly agent: string;
  readonly files: readonly string[];
}

/** Where the agent of the project writes down how it was started. */
export const agentLog = (repo: Repo): string => join(dirname(repo.path), "agent.log");

/** What a command has left, without what differs from run to run. */
export function tracesOf(repo: Repo): Traces {
  const backlog = join(repo.path, ".tool/backlog.json");
  const log = agentLog(repo);
  const text = existsSync(backlog) ? readFileSync(backlog, "utf8") : "";
  const traces = {
    backlog: timeless(text),
    subjects: start?.head === headOf(repo) ? start.subjects : repo.subjects(),
    branch: BRANCH.exec(repo.read(".git/HEAD"))?.[1] ?? "",
    agent: existsSync(log) ? readFileSync(log, "utf8") : "",
    files: repo.git("status", "--porcelain", "--ignored", "-uall").split("\n").map(timeless),
  };
  rmSync(dirname(repo.path), { recursive: true, force: true });
  return traces;
}

/** Times, hashes and processes are never the same. */
export const timeless = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "<time>")
    .replaceAll(/\d{8}-\d{6}/g, "<time>")
    .replaceAll(/[0-9a-f]{7,40}\b/g, "<hash>")
    .replaceAll(/"(durationMs|pid|elapsed|secondsSinceActivity)": ?\d+/g, '"$1":0')
    .replaceAll(/\/[^" ]*\/at-\w+/g, "<path>")
    .replaceAll(/\b\d+(\.\d)?(s|m|ms)\b/g, "<took>")
    .replaceAll(/\d{2}:\d{2}(:\d{2})?/g, "<clock>");
