import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { createGitShell, type GitShell } from "#platform/git/git-shell";
import type { ShellCall } from "#platform/git/shell-process";
import { scriptOf } from "#platform/git/shell-script";

const env = { ...process.env, LC_ALL: "C" };
const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), "git shell's $HOME-")));
const call = (cwd: string, args: readonly string[], more: Partial<ShellCall> = {}): ShellCall => ({
  cwd,
  args,
  timeoutMs: 20_000,
  ...more,
});
/** Runs a line of shell as git's own child. */
const alias = (line: string): string[] => ["-c", `alias.deed=!${line}`, "deed"];

/** The processes whose parent we are and that run a plain sh. */
function shells(): number[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const [, command = "", parent = ""] = /\((.*)\) \S (\d+)/.exec(stat) ?? [];
      return ["sh", "dash"].includes(command) && Number(parent) === process.pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

describe("one shell for many calls", () => {
  test.each([
    ["quotes", `it's "so"`],
    ["what a shell would run", "$(touch oops) `touch oops` ; touch oops \\"],
    ["several lines", "first\n\n  second"],
    ["an end of a here-document", "EOF\nend-1"],
    ["no ASCII", "Ünïcödé 漢字 🙂"],
    ["a hundred thousand characters", "x".repeat(100_000)],
  ])("passes on %s by argument and by input", async (_, words) => {
    const shell = createGitShell(env);
    const cwd = folder();
    const told = await shell.ask(call(cwd, ["-c", `deed.words=${words}`, "config", "deed.words"]));
    expect(told).toEqual({ exitCode: 0, stdout: `${words}\n`, stderr: "", timedOut: false });
    const heard = await shell.ask(call(cwd, ["stripspace"], { input: "" }));
    expect(heard?.stdout).toBe("");
    const read = await shell.ask(call(cwd, ["hash-object", "--stdin"], { input: words }));
    const input = `${words}\n`;
    expect(read?.stdout).toBe(execFileSync("git", ["hash-object", "--stdin"], { input, encoding: "utf8" }));
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("tells exit codes and both streams apart, and forgets them", async () => {
    const shell = createGitShell(env);
    const cwd = folder();
    const failed = await shell.ask(call(cwd, alias("printf out; printf err >&2; exit 7 #")));
    expect(failed).toEqual({ exitCode: 7, stdout: "out", stderr: "err", timedOut: false });
    expect(await shell.ask(call(cwd, alias("cat #")))).toMatchObject({ exitCode: 0, stdout: "" });
    expect(await shell.ask(call(join(cwd, "gone"), ["--version"]))).toMatchObject({ stdout: "" });
    expect(await shell.ask(call(cwd, alias("pwd #")))).toMatchObject({ stdout: `${cwd}\n` });
  });

  test("keeps the end of an output of megabytes", async () => {
    const shell = createGitShell(env);
    const answer = await shell.ask(call(folder(), alias("yes y | head -c 9000000; echo; echo last #")));
    expect(answer?.exitCode).toBe(0);
    expect(answer?.stdout.endsWith("\nlast\n")).toBe(true);
    expect(answer?.stdout.length).toBeLessThan(300_000);
  });
});

describe("whatever the environment holds", () => {
  test("a variable of git's own keeps its value, and gets none of ours", async () => {
    const shell = createGitShell({ ...env, s: "mine", status: "mine" });
    const said = await shell.ask(call(folder(), alias('echo "$s $status"; env | grep -c ^__tool #')));
    expect(said?.stdout).toBe("mine mine\n0\n");
  });

  test.runIf(existsSync("/bin/bash"))("functions of these names are nobody's, where sh is bash", () => {
    const hooked: NodeJS.ProcessEnv = { ...env };
    for (const name of ["git", "printf", "cd", "read"]) hooked[`BASH_FUNC_${name}%%`] = "() { echo hooked; }";
    const script = scriptOf({ cwd: "/", args: ["--version"], input: "a\0" }, "end-1");
    const { stdout } = spawnSync("/bin/bash", ["--posix"], { input: script, encoding: "utf8", env: hooked });
    expect(stdout).toMatch(/^git version .*\n\nend-1 0\n$/);
  });
});

describe("what only reads", () => {
  const READS = { reads: true } as const;
  const ready = (): GitShell => {
    const shell = createGitShell(env);
    shell.askAhead(call("/", ["--version"], READS));
    return shell;
  };

  test("opens no shell, goes through one that is open, and not after a change", async () => {
    const shell = createGitShell(env);
    const cwd = folder();
    const said = { stdout: "0\n" };
    const look = call(cwd, alias("echo $GIT_OPTIONAL_LOCKS #"), READS);
    const before = shells();
    expect(await shell.ask(look)).toBeNull();
    expect(shells()).toEqual(before);
    shell.askAhead(call(cwd, ["--version"], READS));
    expect(await shell.ask(look)).toMatchObject(said);
    expect((await shell.ask(call(cwd, alias("echo $GIT_OPTIONAL_LOCKS #"))))?.stdout).toBe("\n");
    expect(await shell.ask(look)).toBeNull();
  });

  test("answers each of several that are asked at once, NULs and all", async () => {
    const shell = ready();
    const cwd = folder();
    const asked = Array.from({ length: 20 }, (_, n) =>
      shell.ask(call(cwd, alias(`printf 'a${n}\\0b\\nc\\0'; printf 'e${n}' >&2; exit ${n} #`), READS)),
    );
    const answers = await Promise.all(asked);
    for (const [n, answer] of answers.entries()) {
      expect(answer).toEqual({ exitCode: n, stdout: `a${n}\0b\nc\0`, stderr: `e${n}`, timedOut: false });
    }
  });

  test("hears every NUL of an input", async () => {
    const shell = ready();
    const words = ["it's", "two\nlines", ":colon", "-n", "%s\\n", "ünïcödé 漢字", "", "$(touch oops)"];
    const input = words.map((word) => `${word}\0`).join("");
    const cwd = folder();
    const echoed = await shell.ask(call(cwd, alias("cat #"), { ...READS, input }));
    expect(echoed).toMatchObject({ exitCode: 0, stdout: input });
    expect(await shell.ask(call(cwd, alias("exit 3 #"), { ...READS, input }))).toMatchObject({ exitCode: 3 });
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each([
    ["one line\n", true],
    ["\n", true],
    ["two\n\n", true],
    ["no end", false],
    ["", false],
    ["a\0b", false],
  ])("hears an input as it is: %j", async (input, isHeard) => {
    const answer = await ready().ask(call(folder(), alias("cat #"), { ...READS, input }));
    expect(answer?.stdout ?? null).toBe(isHeard ? input : null);
  });

  test("gives a long answer whole or not at all", async () => {
    const shell = ready();
    const cwd = folder();
    const print = (count: number): ShellCall =>
      call(cwd, alias(`yes 1234567 | head -c ${count}; printf end #`), READS);
    const whole = await shell.ask(print(3_000_000));
    expect(whole?.stdout).toHaveLength(3_000_003);
    expect(whole?.stdout.startsWith("1234567\n")).toBe(true);
    expect(await shell.ask(print(40_000_000))).toBeNull();
    expect((await shell.ask(call(cwd, alias("echo next #"), READS)))?.stdout).toBe("next\n");
  });

  test("what can't be started, or was killed, is for the caller; a timeout isn't", async () => {
    const shell = createGitShell({ ...env, PATH: "/nowhere" });
    shell.askAhead(call("/", ["--version"], READS));
    expect(await shell.ask(call("/", ["--version"], READS))).toBeNull();
    const cwd = folder();
    const other = ready();
    expect(await other.ask(call(join(cwd, "gone"), ["--version"], READS))).toBeNull();
    expect(await other.ask(call(cwd, alias("kill -9 0 #"), READS))).toBeNull();
    const late = ready().ask(call(cwd, alias("sleep 1235 #"), { ...READS, timeoutMs: 200 }));
    expect(await late).toMatchObject({ exitCode: null, timedOut: true });
  });
});

describe("what was asked ahead", () => {
  const READS = { reads: true } as const;
  /** Says how often it was asked. */
  const count = (cwd: string): ShellCall => call(cwd, alias("echo x >> asked; wc -l < asked #"), READS);

  test("is the answer to the same question, once", async () => {
    const shell = createGitShell(env);
    const [cwd, other] = [folder(), folder()];
    shell.askAhead(count(cwd));
    expect((await shell.ask(count(other)))?.stdout.trim()).toBe("1");
    expect((await shell.ask({ ...count(cwd), reads: false }))?.stdout.trim()).toBe("2");
    const again = createGitShell(env);
    again.askAhead(count(other));
    expect((await again.ask(count(other)))?.stdout.trim()).toBe("2");
    expect((await again.ask(count(other)))?.stdout.trim()).toBe("3");
    again.askAhead(count(other));
    expect((await again.ask({ ...count(other), input: "x\n" }))?.stdout.trim()).toBe("5");
  });

  test("says nothing any more after a change, or after a while", async () => {
    const shell = createGitShell(env);
    const cwd = folder();
    shell.askAhead(count(cwd));
    shell.forget();
    expect((await shell.ask(count(cwd)))?.stdout.trim()).toBe("2");
    shell.askAhead(count(cwd));
    const now = process.hrtime.bigint();
    vi.spyOn(process.hrtime, "bigint").mockReturnValue(now + 3_000_000_000n);
    expect((await shell.ask(count(cwd)))?.stdout.trim()).toBe("4");
    vi.restoreAllMocks();
  });

  test("is asked again where its shell died", async () => {
    const shell = createGitShell(env);
    const cwd = folder();
    shell.askAhead(call(cwd, alias("kill -9 0 #"), READS));
    expect(await shell.ask(call(cwd, alias("kill -9 0 #"), READS))).toBeNull();
  });
});

describe("where the shell is no help", () => {
  test("a second call at once and a text that no shell can pass on are for the caller", async () => {
    const shell = createGitShell(env);
    const cwd = folder();
    const first = shell.ask(call(cwd, alias("sleep 0.2 #")));
    expect(await shell.ask(call(cwd, ["--version"]))).toBeNull();
    expect((await first)?.exitCode).toBe(0);
    expect(await shell.ask(call(cwd, ["--version"], { input: "a\0b" }))).toBeNull();
  });

  test("a call that takes too long is ended with all it started, and the next has a new shell", async () => {
    const shell = createGitShell(env);
    const cwd = folder();
    const late = await shell.ask(call(cwd, alias("sleep 1234 & sleep 1234 #"), { timeoutMs: 200 }));
    expect(late).toMatchObject({ exitCode: null, timedOut: true });
    await expect.poll(() => spawnSync("pgrep", ["-f", "sleep 1234"]).status).toBe(1);
    expect(await shell.ask(call(cwd, alias("echo again #")))).toMatchObject({ stdout: "again\n" });
  });

  test("one that was killed between two calls, or in the middle of one, is replaced", async () => {
    const shell = createGitShell(env);
    const cwd = folder();
    await shell.ask(call(cwd, ["--version"]));
    for (const pid of shells()) process.kill(pid, "SIGKILL");
    await expect.poll(shells).toEqual([]);
    expect(await shell.ask(call(cwd, alias("echo new #")))).toMatchObject({ stdout: "new\n" });
    expect(await shell.ask(call(cwd, alias("kill -9 0 #")))).toMatchObject({
      exitCode: null,
      timedOut: false,
    });
    expect(await shell.ask(call(cwd, alias("echo newer #")))).toMatchObject({ stdout: "newer\n" });
  });
});
