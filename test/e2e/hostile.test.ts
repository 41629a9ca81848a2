import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { addItems, agentScript, environment, mainFile, makeProject, scratch, tool } from "./harness.ts";
import type { Repo, ToolOptions, ToolResult } from "./harness.ts";

/** Blocks 002, asks about 003, does the rest. */
const AGENT = `cat > /dev/null
case $TOOL_ITEM_ID in
  002) echo "TOOL_BLOCKED:needs NPM_TOKEN" ;;
  003) printf '30 or 90 days?\\nTOOL_NEEDS_HUMAN\\n' ;;
  *) echo x > "work-$TOOL_ITEM_ID.txt"; echo TOOL_DONE ;;
esac`;

const project = async (): Promise<Repo> => {
  const repo = await makeProject(agentScript(AGENT));
  await addItems(repo, [["One"], ["Two"], ["Three"]]);
  return repo;
};

const night = async (): Promise<Repo> => {
  const repo = await project();
  expect((await tool(["loop", "run"], { cwd: repo.path })).code).toBe(5);
  return repo;
};

const run = (repo: Repo, line: string, more: Partial<ToolOptions> = {}): Promise<ToolResult> =>
  tool(line.split(" "), { cwd: repo.path, ...more });

/** With the shell's redirections; stderr and the code of the first command. */
const inShell = (cwd: string, script: string): string =>
  execFileSync("bash", ["-c", `t() { "${process.execPath}" "${mainFile}" "$@"; }\n${script}`], {
    cwd,
    env: environment(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

describe("a variable that isn't set", () => {
  it("never means this folder", async () => {
    const repo = await project();
    for (const words of [
      ["loop", "run", ""],
      ["reset", ""],
      ["backlog", "sweep", "", "--yes"],
      ["status", ""],
    ]) {
      const { code, stdout, stderr } = await tool(words, { cwd: repo.path });
      expect([code, stdout, stderr.split("\n")[0]]).toEqual([2, "", "error[USAGE]: A path can't be empty."]);
    }
    expect(repo.exists(".tool/state.json")).toBe(false);
  });
});

describe("resume", () => {
  it("takes an id as it is typed, and no empty answer", async () => {
    const repo = await night();
    const empty = await tool(["resume", "--answer", "3", " "], { cwd: repo.path });
    expect([empty.code, empty.stderr.split("\n")[0]]).toEqual([
      2,
      "error[VALIDATION_ERROR]: The answer to 003 can't be empty.",
    ]);
    const twice = await tool(["resume", "--answer", "3", "30", "--answer", "003", "90"], { cwd: repo.path });
    expect([twice.code, twice.stderr.split("\n")[0]]).toEqual([
      2,
      "error[VALIDATION_ERROR]: 003 was answered twice.",
    ]);
    const answered = await tool(["resume", "--answer", "3", "90 days"], { cwd: repo.path });
    expect(answered.stdout).toContain("003  answered, pending\n");
  });

  it("says in data, too, that nothing could start", async () => {
    const repo = await night();
    const { code, stdout, stderr } = await run(repo, "resume --json");
    expect([code, stderr]).toEqual([5, ""]);
    expect(JSON.parse(stdout)).toEqual({
      completedCount: 0,
      blockedCount: 0,
      cancelled: false,
      status: "complete",
    });
    expect((await run(repo, "resume")).stdout).toBe(`Nothing to resume: 2 items are left and none can start.

! 002  needs NPM_TOKEN
? 003  30 or 90 days?
→ tool resume --answer 003 "<your answer>"   answer, and go on
`);
  });

  it("offers what would be taken when no run was interrupted", async () => {
    const repo = await night();
    await run(repo, "reset");
    const { code, stderr } = await run(repo, "resume");
    expect(code).toBe(2);
    expect(stderr.split("\n").slice(1)).toEqual([
      "  No run was interrupted; no item is pending.",
      '→ tool resume --answer 003 "<your answer>"   answer, and go on',
      "",
    ]);
  });
});

describe("putting work aside as a refusal says", () => {
  it("takes the work and leaves the questions, also where the whole of .tool is ignored", async () => {
    const repo = await night();
    const refused = async (): Promise<string> => {
      repo.write("half.txt", "half");
      const state = repo.json(".tool/state.json") as object;
      repo.write(".tool/state.json", JSON.stringify({ ...state, status: "paused", unfinishedItem: "002" }));
      const { code, stderr } = await run(repo, "loop run");
      expect(code).toBe(2);
      expect(stderr).toMatch(/\n→ tool backlog unblock 002 {2,}then tool resume, to go on with it\n/);
      return /git stash .*'/.exec(stderr)?.[0] ?? "";
    };
    for (const ignored of [false, true]) {
      if (ignored) {
        repo.git("rm", "-rq", "--cached", ".tool");
        repo.write(".gitignore", "/.tool\n");
        repo.git("add", ".gitignore");
        repo.git("commit", "-qm", "Ignore");
      }
      const before = repo.read(".tool/backlog.json");
      inShell(repo.path, await refused());
      expect(repo.exists("half.txt")).toBe(false);
      expect(repo.read(".tool/backlog.json")).toBe(before);
      expect(repo.git("status", "--short")).toBe(ignored ? "" : "M .tool/backlog.json");
    }
  });
});

describe("reset", () => {
  it("says in one line that there was nothing to do, and names a lock that can't be read", async () => {
    const repo = await project();
    expect((await run(repo, "reset")).stdout).toBe("Nothing to reset in project: no run was interrupted.\n");
    repo.write(".tool/.loop.lock", "junk");
    expect(JSON.parse((await run(repo, "reset --json")).stdout)).toMatchObject({ lockCleared: true });
    repo.write(".tool/.loop.lock", "junk");
    expect((await run(repo, "reset")).stdout).toContain("\ncleared    a stale lock that can't be read\n");
  });
});

describe("files in the way", () => {
  it.each([
    ["a folder", (file: string) => mkdirSync(file), "it is a folder"],
    ["a pipe", (file: string) => execFileSync("mkfifo", [file]), "it is no regular file"],
    ["a link to itself", (file: string) => symlinkSync(file, file), "its links lead in a circle"],
  ])("backlog.json is %s", async (_, plant, words) => {
    const repo = await project();
    execFileSync("rm", [join(repo.path, ".tool/backlog.json")]);
    plant(join(repo.path, ".tool/backlog.json"));
    for (const line of [
      "backlog list",
      "backlog validate",
      "backlog add --type bug --title x",
      "status",
      "reset",
    ]) {
      const { code, stdout, stderr } = await run(repo, line);
      expect([code, stdout, stderr], line).toEqual([
        1,
        "",
        `error[IO_ERROR]: .tool/backlog.json can't be read: ${words}.\n`,
      ]);
    }
  });

  it("backlog.json is no text: how to mend it, and the copy", async () => {
    const repo = await project();
    writeFileSync(join(repo.path, ".tool/backlog.json"), Buffer.from("\ufeff{}", "utf16le"));
    for (const line of [
      "backlog list",
      "backlog validate",
      "backlog add --type bug --title x",
      "status",
      "reset",
    ]) {
      const { code, stdout, stderr } = await run(repo, line);
      expect([code, stdout], line).toEqual([2, ""]);
      expect(stderr, line).toMatch(
        /^error\[INVALID_JSON\]: \.tool\/backlog\.json is not UTF-8 text\.\n {2}Save it as UTF-8 in your editor\. Nothing was written\.\n→ tool backlog restore --yes {3}back to the copy of .*\n$/,
      );
    }
    expect((await run(repo, "backlog restore --yes")).stdout).toContain(
      "which can't be read, is the copy (.bak)",
    );
  });

  it("backlog.json holds null, or nothing", async () => {
    const repo = await project();
    repo.write(".tool/backlog.json", "null");
    const invalid = await run(repo, "backlog validate --json");
    expect(invalid.code).toBe(1);
    expect(JSON.parse(invalid.stdout)).toMatchObject({ valid: false, findings: [{ code: "SCHEMA" }] });
    repo.write(".tool/backlog.json", "");
    const { code, stderr } = await run(repo, "backlog validate");
    expect([code, stderr.split("\n")[0]]).toEqual([
      2,
      "error[INVALID_JSON]: .tool/backlog.json is not valid JSON.",
    ]);
    expect(stderr).toMatch(/\n→ tool backlog restore --yes {3}back to the copy of /);
  });
});

describe("places that are no project", () => {
  it("the home, whose .tool is the tool's own", async () => {
    const home = scratch("home");
    const { code, stdout, stderr } = await tool(["install", "--yes"], { cwd: home, env: { HOME: home } });
    expect([code, stdout, stderr]).toEqual([
      2,
      "",
      "error[CONFLICT]: This folder is your home, which can't be a project: ~/.tool holds your own settings.\n  Nothing was written.\n",
    ]);
    expect(existsSync(join(home, ".tool.json"))).toBe(false);
  });

  it("the way to the project above works when pasted", async () => {
    const top = join(scratch("two words"), "src");
    mkdirSync(top);
    writeFileSync(join(top, "../.tool.json"), "{}");
    const { stderr } = await tool(["backlog", "list"], { cwd: top });
    expect(stderr.split("\n")[2]).toBe(`→ cd '${join(top, "..")}'`);
  });
});

describe("the machine", () => {
  it("has no git: one sentence", async () => {
    const repo = await project();
    const bin = scratch("bin");
    for (const line of ["loop run", "reset", "resume"]) {
      const { code, stdout, stderr } = await run(repo, line, { env: { PATH: bin } });
      expect([code, stdout, stderr], line).toEqual([
        2,
        "",
        "error[CONFLICT]: git can't be started.\n  git is not on PATH.\n",
      ]);
    }
    expect((await run(repo, "backlog list --json", { env: { PATH: bin } })).code).toBe(0);
  });

  it.skipIf(!existsSync("/dev/full"))("has a full disk where the output goes", async () => {
    const repo = await project();
    const lost = (line: string): string => inShell(repo.path, `t ${line} 2>&1 > /dev/full; echo $?`);
    expect(lost("backlog list")).toBe(
      "error[IO_ERROR]: The output can't be written: no space left on the disk.\n1\n",
    );
    expect(lost("version")).toBe("1\n");
  });

  it("has a reader that goes away, or none at all", async () => {
    const repo = await project();
    const codes = (line: string): string =>
      inShell(repo.path, `t ${line} 2>&1 | true; echo \${PIPESTATUS[0]}`);
    for (const line of ["version", "help", "backlog list", "backlog list --json"])
      expect(codes(line)).toBe("0\n");
    expect(inShell(repo.path, "t backlog list >&-; echo $?")).toBe("0\n");
  });
});

describe("--json", () => {
  let repo: Repo;
  beforeAll(async () => {
    repo = await night();
  });

  it.each([
    "status --json",
    "log --json",
    "agents --json",
    "help --json",
    "version --json",
    "backlog list --json",
    "backlog show 1 --json",
    "backlog validate --json",
    "backlog unblock 1 --json",
    "backlog sweep --dry-run --json",
    "backlog archive list --json",
  ])("%s: one value on stdout and nothing else", async (line) => {
    const { stdout, stderr } = await run(repo, line);
    expect(stderr).toBe("");
    expect(typeof JSON.parse(stdout)).toBe("object");
    expect(stdout).not.toContain("\u001b");
  });

  it("follow --json: a value on every line", async () => {
    const { code, stdout, stderr } = await run(repo, "follow --json");
    expect([code, stderr]).toEqual([0, ""]);
    const events = stdout
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text) as { seq: number });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n));
    expect(events.length).toBeGreaterThan(10);
  });

  it.each([
    ["backlog show 042 --json", "NOT_FOUND"],
    ["backlog show ../nowhere --json", "TARGET_NOT_FOUND"],
    ["backlog edit 1 --priority 9 --json", "VALIDATION_ERROR"],
    ["backlog edit 1 --status blocked --json", "TRANSITION_INVALID"],
    ["backlog delete 1 --json", "USAGE"],
    ["backlog archive view 2020-01 --json", "NOT_FOUND"],
    ["backlog list --backlog ../x --json", "PATH_VIOLATION"],
    ["loop run --agent nobody --json", "VALIDATION_ERROR"],
    ["loop run --bogus --ndjson", "USAGE"],
    ["resume --answer 1 x --json", "TRANSITION_INVALID"],
    ["install --json", "ALREADY_INSTALLED"],
    ["status nowhere --json", "TARGET_NOT_FOUND"],
    ["--json stauts", "USAGE"],
  ])("%s: the envelope of %s on stderr and nothing else", async (line, errorCode) => {
    const { code, stdout, stderr } = await run(repo, line);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.split("\n")).toHaveLength(2);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: errorCode, message: expect.stringMatching(/\.$/) },
    });
  });

  it("leaves the repository as it was", () => {
    expect(repo.git("status", "--short", "--untracked-files=all")).toBe("M .tool/backlog.json");
    expect(readFileSync(join(repo.path, ".tool/backlog.json"), "utf8")).toContain("needs NPM_TOKEN");
  });
});
