import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { rootFlags, type CrashNight } from "./crash-nights.ts";
import { agentScript, mainFile, repoAt, scratch, tool, type Repo, type ToolResult } from "./harness.ts";
import { allItems, brokenPromises, rootOf } from "./night-promises.ts";

/** `effect`: the runner's n-th write, spawn or git call · `git`: its n-th git process, of which one call may need several. With "+" it dies right after it, with "~" (git alone) while it runs, and git runs on. `fault`: its n-th effect fails ("12:ENOSPC"), or all from there on ("12-:ENOSPC"), and it ends by itself. */
export interface Crash {
  readonly kind: "effect" | "git" | "fault";
  readonly at: string;
}

/** How a person goes on: mends first, or at once. */
export type WayOn = "reset" | "resume";

export interface Trial {
  /** Where it died or failed, null when the run came to its end before that. */
  readonly diedAt: string | null;
  readonly broken: readonly string[];
}

const MOST_STARTS = 6;
const realGit = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();

/** A git that kills the runner, and only the runner, before or after its n-th call; it may have been started by the runner's shell. */
const gitFolder = (): string => {
  const script = agentScript(`
runner=$PPID
case "$(ps -o args= -p $runner)" in /bin/sh) runner=$(ps -o ppid= -p $runner | tr -d ' ') ;; esac
case "$(ps -o args= -p $runner)" in *"${mainFile}"*) ;; *) exec ${realGit} "$@" ;; esac
echo "$*" >> "$LEDGER/git"
n=$(grep -c "" "$LEDGER/git")
if test "$n" = "$GIT_CRASH_AT"; then kill -KILL $runner; exit 1; fi
if test "$n+" = "$GIT_CRASH_AT"; then ${realGit} "$@"; kill -KILL $runner; exit 1; fi
if test "$n~" = "$GIT_CRASH_AT"; then kill -KILL $runner; sleep 0.5; fi
exec ${realGit} "$@"`);
  const folder = join(dirname(script), "bin");
  mkdirSync(folder);
  execFileSync("mv", [script, join(folder, "git")]);
  return folder;
};

let shim: string | null = null;

/** One night on a copy of the staged project: killed, mended as a person would, gone on with to its end, and looked at. With a fault ("3:EIO") the first mending fails, too. */
export async function tryNight(
  staged: Repo,
  night: CrashNight,
  crash: Crash,
  way: WayOn,
  mendingFault: string | null = null,
): Promise<Trial> {
  const path = copyOf(staged);
  const repo = repoAt(path);
  const ledger = scratch("ledger");
  const env = { LEDGER: ledger };
  const effects = join(ledger, "effects");
  shim ??= gitFolder();
  const lethal = {
    effect: { TOOL_TEST_CRASH_AT: crash.at, TOOL_TEST_EFFECTS: effects },
    git: { GIT_CRASH_AT: crash.at, PATH: `${shim}:${process.env["PATH"]}` },
    fault: { TOOL_TEST_FAIL_AT: crash.at, TOOL_TEST_EFFECTS: effects },
  }[crash.kind];
  const run = ["loop", "run", ...night.flags, ...rootFlags(night), ...(night.runFlags ?? [])];
  const first = await tool(run, { cwd: path, env: { ...env, ...lethal } });
  if (first.signal === null && crash.kind !== "fault") return { diedAt: null, broken: [] };
  const said = readFileSync(crash.kind === "git" ? join(ledger, "git") : effects, "utf8").trim();
  const steps = said.split("\n");
  const place = crash.kind === "fault" ? steps[Number.parseInt(crash.at) - 1] : steps.at(-1);
  if (place === undefined) return { diedAt: null, broken: [] };
  const diedAt = place.replaceAll(`${path}/`, "");
  const broken = crash.kind === "fault" ? badManners(first) : [];
  if (mendingFault !== null) {
    const mending = { ...env, TOOL_TEST_FAIL_AT: mendingFault };
    broken.push(...badManners(await tool([way, ...rootFlags(night)], { cwd: path, env: mending })));
  }
  if (way === "reset") broken.push(...(await resetThrice(repo, night)));
  broken.push(...(await goOn(repo, night, env)));
  broken.push(...(await brokenPromises(repo, staged, night, ledger)));
  if (broken.length === 0) rmSync(path, { recursive: true });
  return { diedAt, broken };
}

/** The names of the effects of a night that nobody kills; their order may differ a little from time to time. */
export async function listEffects(staged: Repo, night: CrashNight): Promise<string[]> {
  const path = copyOf(staged);
  const ledger = scratch("ledger");
  const effects = join(ledger, "effects");
  const env = { LEDGER: ledger, TOOL_TEST_EFFECTS: effects };
  await tool(["loop", "run", ...night.flags, ...rootFlags(night), ...(night.runFlags ?? [])], {
    cwd: path,
    env,
  });
  return readFileSync(effects, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "");
}

/** What a failure of the machine must not look like. */
function badManners({ code, signal, stdout, stderr }: ToolResult): string[] {
  const said = `${stdout}${stderr}`;
  const broken = /INTERNAL_ERROR|This is a bug|\n {4}at |unhandled/i.test(said) ? [`it says ${said}`] : [];
  return signal === null && code !== null && code <= 5
    ? broken
    : [...broken, `it ends with ${code ?? signal}: ${said}`];
}

function copyOf(staged: Repo): string {
  const path = scratch("project");
  execFileSync("cp", ["-a", `${staged.path}/.`, path]);
  return path;
}

async function resetThrice(repo: Repo, night: CrashNight): Promise<string[]> {
  const broken: string[] = [];
  const seen: string[] = [];
  for (let time = 1; time <= 3; time += 1) {
    const { code, stdout, stderr } = await tool(["reset", "--json", ...rootFlags(night)], {
      cwd: repo.path,
    });
    if (code !== 0) return [`reset ${time} exits ${code}: ${stderr}`];
    const report = JSON.parse(stdout) as Record<string, unknown>;
    const moved = ["recovered", "requeued"].some((key) => (report[key] as unknown[]).length > 0);
    if (time > 1 && (moved || report["stalledReset"] !== 0))
      broken.push(`reset ${time} mends again: ${stdout}`);
    seen.push(
      [
        repo.read(`${rootOf(night)}/backlog.json`),
        repo.git("status", "--porcelain"),
        repo.git("stash", "list"),
      ].join("\n"),
    );
  }
  if (new Set(seen).size > 1) broken.push("a second reset leaves something else");
  return broken;
}

/** Resume, or a new run where there is nothing to resume; what is dirty is put aside first, but for the tool's own files. */
async function goOn(repo: Repo, night: CrashNight, env: Readonly<Record<string, string>>): Promise<string[]> {
  const answers: string[] = [];
  const start = async (args: readonly string[]): Promise<ToolResult> => {
    const result = await tool([...args, ...night.flags, ...rootFlags(night)], { cwd: repo.path, env });
    answers.push(`${args.join(" ")} exits ${result.code}: ${result.stderr.trim()}`);
    return result;
  };
  for (let times = 0; times < MOST_STARTS; times += 1) {
    let result = await start(["resume"]);
    if (result.code === 2 && result.stderr.includes("nothing to resume")) {
      result = await start(["loop", "run", ...(night.runFlags ?? [])]);
    }
    if (result.code === 2 && /uncommitted|not committed/.test(result.stderr)) {
      execFileSync("sh", ["-c", putAside(result.stderr)], { cwd: repo.path, stdio: "ignore" });
    } else if (result.code === 2) break;
    if (result.code !== 2 && isOver(repo, night)) return [];
  }
  return [`it doesn't come to its end; ${answers.join(" | ")}`];
}

/** What the refusal says to type, else what leaves the backlog alone. */
const putAside = (words: string): string =>
  /git stash (?:push -u -m '[^']+'|-u) -- .*?(?=\s{2,}|$)/m.exec(words)?.[0] ??
  "git stash -u -- ':![.]tool/*'";

const isOver = (repo: Repo, night: CrashNight): boolean => {
  const statuses = new Map(allItems(repo, night).map((item) => [item.id, item.status]));
  return Object.entries(night.ends).every(([id, status]) => statuses.get(id) === status);
};
