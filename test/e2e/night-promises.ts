import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Backlog } from "#contracts/schema/backlog";
import type { BacklogItem } from "#contracts/schema/backlog-item";
import { rootFlags, type CrashNight } from "./crash-nights.ts";
import { tool, type Repo } from "./harness.ts";

/** What a night, however it went, owes to its user: one sentence for each promise that was broken. */
export async function brokenPromises(
  repo: Repo,
  staged: Repo,
  night: CrashNight,
  ledger: string,
): Promise<string[]> {
  return [
    ...commitsAndItems(repo, night),
    ...lostWork(repo, ledger),
    ...usersOwn(repo, staged),
    ...leftFiles(repo, night),
    ...livingProcesses(repo.path).map((process) => `still alive: ${process}`),
    ...(await validity(repo, night)),
  ];
}

/** Each done item and exactly one commit of it belong together. */
function commitsAndItems(repo: Repo, night: CrashNight): string[] {
  const items = allItems(repo, night);
  const isDone = (text: string, id: string): boolean =>
    (JSON.parse(text) as Backlog).items.some((item) => item.id === id && item.status === "done");
  const commits = repo
    .git("log", "--format=%H %s")
    .split("\n")
    .flatMap((line) => {
      const [, hash = "", id = ""] = /^(\w+) \[tool\] (\d+): /.exec(line) ?? [];
      if (hash === "") return [];
      return [{ id, byRunner: isDone(repo.git("show", `${hash}:${rootOf(night)}/backlog.json`), id) }];
    });
  const broken = items
    .filter(({ id }, place) => items.findIndex((item) => item.id === id) !== place)
    .map(({ id }) => `${id} is there twice`);
  for (const { id, status } of items.filter((item) => item.id in night.ends)) {
    const own = commits.filter((commit) => commit.id === id);
    const byRunner = own.filter((commit) => commit.byRunner).length;
    const proven = byRunner === 1 || (night.agentCommits === true && own.length > 0 && byRunner === 0);
    if (status === "done" && !proven)
      broken.push(`${id} is done, with ${byRunner} commits of the runner's and ${own.length} in all`);
    if (status !== "done" && byRunner > 0) broken.push(`${id} is ${status}, and has a commit`);
    if (status === "in_progress") broken.push(`${id} is in progress and nobody works on it`);
  }
  return broken;
}

/** Where the night's backlog lies. */
export const rootOf = ({ root }: CrashNight): string => root ?? ".tool";

/** Of the backlog and its archive. */
export function allItems(repo: Repo, night: CrashNight): readonly BacklogItem[] {
  const root = rootOf(night);
  const archive = join(repo.path, root, "archive");
  const months = existsSync(archive)
    ? readdirSync(archive).filter((name) => /^\d{4}-\d\d\.json$/.test(name))
    : [];
  const files = [`${root}/backlog.json`, ...months.map((name) => `${root}/archive/${name}`)];
  return files.flatMap((file) => (repo.json(file) as Pick<Backlog, "items">).items);
}

/** A session's token stands in the tree, in a commit or in a stash. */
function lostWork(repo: Repo, ledger: string): string[] {
  const file = join(ledger, "tokens");
  const tokens = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const stashes = repo.git("stash", "list", "--format=%H %P").split(/\s+/).filter(Boolean);
  const commits = repo.git("rev-list", "--branches").split("\n");
  const kept = new Set(
    [...grep(repo, ["--untracked"], []), ...grep(repo, [], [...stashes, ...commits])].map((line) =>
      line.trim(),
    ),
  );
  return tokens.filter((token) => !kept.has(token)).map((token) => `lost: ${token}`);
}

function grep(repo: Repo, options: readonly string[], trees: readonly string[]): string[] {
  try {
    return repo.git("grep", "-h", "-o", "-E", ...options, "token-[0-9]+-[0-9]+-end", ...trees).split("\n");
  } catch {
    return [];
  }
}

function usersOwn(repo: Repo, staged: Repo): string[] {
  const mine = staged.git("rev-parse", "refs/stash");
  const stashes = repo.git("stash", "list", "--format=%H").split("\n");
  return [
    ...(stashes.includes(mine) ? [] : ["the user's stash is gone"]),
    ...(repo.exists("private/notes.txt") ? [] : ["the user's ignored file is gone"]),
  ];
}

function leftFiles(repo: Repo, night: CrashNight): string[] {
  const root = rootOf(night);
  const state = root.endsWith(".tool") ? root : `${root}/.tool`;
  const left = [`${state}/.loop.lock`, ".git/tool-loop.lock", ".git/index.lock"].filter((file) =>
    repo.exists(file),
  );
  const inside = readdirSync(join(repo.path, state)).filter((name) => /\.(tmp|lock)$/.test(name));
  const clean = repo.git("status", "--porcelain", "--", `:!${root}`);
  return [
    ...[...left, ...inside].map((file) => `left over: ${file}`),
    ...(clean === "" ? [] : [`the tree is dirty: ${clean}`]),
  ];
}

/** What runs with the project's state directory in its environment; where there is no /proc, nothing is known. */
export function livingProcesses(path: string): string[] {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`TOOL_STATE_DIR=${path}/`);
      } catch {
        return false;
      }
    })
    .map((pid) =>
      execFileSync("sh", ["-c", `ps -o pid=,args= -p ${pid} || true`], { encoding: "utf8" }).trim(),
    )
    .filter((line) => line !== "" && !line.endsWith("<defunct>"));
}

async function validity(repo: Repo, night: CrashNight): Promise<string[]> {
  const { code, stdout } = await tool(["backlog", "validate", ...rootFlags(night)], {
    cwd: repo.path,
  });
  return code === 0 ? [] : [`backlog validate exits ${code}: ${stdout}`];
}
