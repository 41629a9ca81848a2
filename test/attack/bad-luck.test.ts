import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  commitItems,
  agentScript,
  comesTo,
  environment,
  mainFile,
  makeProject,
  repoAt,
  scratch,
  startNode,
  startTool,
} from "../e2e/harness.ts";
import type { Repo, ToolResult } from "../e2e/harness.ts";
import { crowd } from "../crowd.ts";
import { sayFigure } from "../say-figure.ts";

/** What goes wrong of itself, at the worst moment. */

/** A nap of nobody else's: by its length the last test finds what these leave behind. */
const NAP = `sleep 600.${process.pid}`;
const DONE = `cat > /dev/null; echo x > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`;
const SUBJECTS = ["[tool] 001: One", "[tool] 002: Two"];

const project = async (agent = DONE, titles = ["One", "Two"]): Promise<Repo> => {
  const repo = await makeProject(agentScript(agent));
  await commitItems(repo, titles);
  return repo;
};

const run = (repo: Repo, line = "loop run --force", env = {}): Promise<ToolResult> =>
  startTool(line.split(" "), { cwd: repo.path, env }).ended;

/** Whatever was in the way is gone: the next start finishes all, each item once. */
async function expectMended(repo: Repo): Promise<void> {
  const { code, stderr } = await run(repo);
  expect(code, stderr).toBe(0);
  expect(repo.subjects().filter((subject) => subject.startsWith("[tool]"))).toEqual(SUBJECTS);
  expect(repo.git("status", "--short")).toBe("");
}

const REAL_GIT = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
/** A git in front of the real one, on PATH. */
function shim(script: string): { readonly PATH: string } {
  const folder = scratch("shim");
  writeFileSync(join(folder, "git"), `#!/bin/sh\nreal() { exec ${REAL_GIT} "$@"; }\n${script}\n`);
  chmodSync(join(folder, "git"), 0o755);
  return { PATH: `${folder}:${process.env["PATH"]}` };
}

const BROKEN_GITS: readonly (readonly [string, string])[] = [
  ["fails", "exit 128"],
  ["says nothing", "exit 0"],
  ["prints noise", "head -c 3000 /dev/urandom"],
  [
    "commits nothing, in another language",
    `case "$*" in *commit*) echo "fatal : le dépôt est verrouillé" >&2; exit 1;; esac; real "$@"`,
  ],
  ["is killed while it commits", `case "$*" in *commit*) kill -9 $$;; esac; real "$@"`],
  ["is killed while it adds", `case "$*" in *"add -A"*) kill -9 $$;; esac; real "$@"`],
];
const HANGING_GITS = ["rev-parse", "status", "add", "commit"];
const OPEN_FILES = [20, 24, 28, 64];

it("says how much goes wrong", () => {
  for (const figure of [`${BROKEN_GITS.length + HANGING_GITS.length} gits`, `${OPEN_FILES.length} limits`])
    expect(sayFigure("test/attack/bad-luck.test.ts", figure)).toContain(figure);
});

describe("a git that", () => {
  it.each(BROKEN_GITS)(
    "%s: a sentence, nothing lost, and the next start with a good one goes on",
    async (_, script) => {
      const repo = await project();
      const { code, stdout, stderr } = await run(repo, "loop run --force", shim(script));
      expect([1, 2, 5]).toContain(code);
      expect(`${stdout}${stderr}`).not.toMatch(/INTERNAL_ERROR|\n {4}at /);
      await run(repo, "reset");
      await run(repo, "backlog unblock");
      await run(repo, "loop run --force");
      const { items } = repo.json(".tool/backlog.json") as { items: { status: string }[] };
      expect(items.map(({ status }) => status)).toEqual(["done", "done"]);
      expect(new Set(repo.subjects().filter((subject) => subject.startsWith("[tool]")))).toEqual(
        new Set(SUBJECTS),
      );
    },
  );

  it.each(HANGING_GITS)("hangs in %s is ended by whoever doesn't want to wait", async (word) => {
    const repo = await project();
    const env = shim(`case "$*" in *${word}*) touch ${repo.path}/../hangs; ${NAP};; esac; real "$@"`);
    const running = startTool(["loop", "run", "--force"], { cwd: repo.path, env });
    const hangs = join(repo.path, "../hangs");
    await comesTo(running, () => existsSync(hangs));
    const started = performance.now();
    running.kill("SIGINT");
    // Two that come before it has looked up are one to it.
    const impatient = setInterval(() => running.kill("SIGINT"), 100);
    const { code } = await running.ended.finally(() => clearInterval(impatient));
    // Null: a later signal came when it was over already.
    expect([1, 2, null]).toContain(code);
    expect(performance.now() - started).toBeLessThan(5000 * crowd());
    await expectMended(repo);
  });
});

describe("a commit hook that hangs", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "is waited for after one %s, and a second one ends it: stopped, nothing lost",
    async (signal) => {
      const repo = await project();
      repo.write(".git/hooks/pre-commit", `#!/bin/sh\ntouch ../hangs\n${NAP}\n`);
      chmodSync(join(repo.path, ".git/hooks/pre-commit"), 0o755);
      const running = startTool(["loop", "run", "--force"], { cwd: repo.path });
      await comesTo(running, () => existsSync(join(repo.path, "../hangs")));
      running.kill(signal);
      await comesTo(running, () => running.stdout().includes("stopping"));
      expect(running.stdout()).toMatch(/waiting for git to commit; Ctrl-C again to stop at once/);
      const started = performance.now();
      running.kill(signal);
      const { code, stdout, stderr } = await running.ended;
      expect(performance.now() - started).toBeLessThan(5000 * crowd());
      expect([code, stderr]).toEqual([1, ""]);
      expect(stdout).toMatch(/001 is pending again/);
      expect(stdout).not.toMatch(/failed at once/);
      expect(repo.json(".tool/state.json")).toMatchObject({ status: "paused", unfinishedItem: "001" });
      rmSync(join(repo.path, ".git/hooks/pre-commit"));
      await expectMended(repo);
    },
  );
});

describe("an upgrade in the middle of a run", () => {
  const AGENT = `cat > /dev/null
case $TOOL_ITEM_ID in
001) rm -rf "$GONE"/dist/* "$GONE"/templates; echo x > w; echo TOOL_DONE ;;
002) printf 'which?\\nTOOL_NEEDS_HUMAN\\n' ;;
003) echo nothing ;;
004) echo '{' > .tool/backlog.json; echo TOOL_DONE ;;
005) sed -i 's/"type": "feature"/"type": 5/' .tool/backlog.json; echo TOOL_DONE ;;
006) git switch -qc other; echo TOOL_DONE ;;
007) rm -rf .tool; echo TOOL_DONE ;;
"") printf 'TOOL_REVIEW:{"items":[{"type":"bug","priority":2,"title":"Fix","description":"d","acceptanceCriteria":["x"]}],"summary":"one"}\\n' ;;
*) echo TOOL_DONE ;;
esac`;

  it("takes the whole package away under it, and the run goes on to its summary", async () => {
    const repo = await project(AGENT, ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"]);
    const copy = scratch("package");
    const original = join(dirname(mainFile), "..");
    for (const name of ["dist", "templates", "package.json"])
      cpSync(join(original, name), join(copy, name), { recursive: true });
    const args = [join(copy, "dist/main.cjs"), "loop", "run", "--review", "--retries", "0"];
    const { code, stdout, stderr } = await startNode(args, { cwd: repo.path, env: { GONE: copy } }).ended;
    expect(stderr).toBe("");
    expect(readdirSync(join(copy, "dist"))).toEqual([]);
    expect(stdout).toMatch(/1 fix item added: 009/);
    expect(stdout).toMatch(/complete {5}\d of 9 done/);
    expect(code).toBe(5);
  });
});

describe("this machine", () => {
  it.each(OPEN_FILES)("gives %i open files: a sentence or a run", async (limit) => {
    const repo = await project();
    const line = `ulimit -n ${limit}; exec "${process.execPath}" "${mainFile}" loop run --force`;
    const shell = execFileSync("bash", ["-c", `(${line}) 2>&1; echo "code $?"`], {
      cwd: repo.path,
      env: environment(),
      encoding: "utf8",
    });
    expect(shell).not.toMatch(/INTERNAL_ERROR|\n {4}at |Aborted/);
    expect(shell).toMatch(/code [012]\n$/);
    await expectMended(repo);
  });

  it("kills an agent that takes all the memory: a try that failed, and the item goes on", async () => {
    const repo = await project(
      `cat > /dev/null; test -f seen || { echo 1 > seen; ulimit -v 40000; exec "${process.execPath}" -e 'new Array(1e9).fill(1)'; }; echo x > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`,
    );
    const { code, stderr } = await run(repo);
    expect([code, stderr]).toEqual([0, ""]);
    expect(repo.subjects().slice(-2)).toEqual(SUBJECTS);
  });

  it("hangs up: the agent is ended, the item pending, and the next start goes on", async () => {
    const repo = await project(
      `cat > /dev/null; test -f ../hung || { touch ../hung; ${NAP}; }; echo x > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE`,
    );
    const running = startTool(["loop", "run", "--force"], { cwd: repo.path });
    await comesTo(running, () => existsSync(join(repo.path, "../hung")));
    running.kill("SIGHUP");
    expect((await running.ended).code).toBe(1);
    await expectMended(repo);
  });

  it.runIf(process.getuid?.() === 0)(
    "has a disk that is read-only for git or for the tool: one sentence each",
    async () => {
      for (const place of [".git", ".tool"]) {
        const repo = await project();
        const folder = join(repo.path, place);
        execFileSync("mount", ["--bind", folder, folder]);
        execFileSync("mount", ["-o", "remount,ro,bind", folder]);
        const { code, stdout, stderr } = await run(repo).finally(() => execFileSync("umount", [folder]));
        expect([1, 2, 5], place).toContain(code);
        expect(`${stdout}${stderr}`, place).toMatch(/read-only/i);
        expect(`${stdout}${stderr}`, place).not.toMatch(/INTERNAL_ERROR|\n {4}at /);
        await run(repo, "reset");
        await run(repo, "backlog unblock");
        await expectMended(repoAt(repo.path));
      }
    },
  );
});

describe("nothing is left behind", () => {
  const naps = (): readonly string[] =>
    readdirSync("/proc").filter((pid) => {
      try {
        return (
          /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(NAP.replace(" ", "\0"))
        );
      } catch {
        return false;
      }
    });

  it("of all this no process", async () => {
    // What was killed may still be on its way out.
    await expect.poll(naps).toEqual([]);
  });
});
