import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGitShell, type ShellCall } from "#platform/git/git-shell";

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
    const shell = createGitShell();
    const cwd = folder();
    const told = await shell(env, call(cwd, ["-c", `deed.words=${words}`, "config", "deed.words"]));
    expect(told).toEqual({ exitCode: 0, stdout: `${words}\n`, stderr: "", timedOut: false });
    const heard = await shell(env, call(cwd, ["stripspace"], { input: "" }));
    expect(heard?.stdout).toBe("");
    const read = await shell(env, call(cwd, ["hash-object", "--stdin"], { input: words }));
    const input = `${words}\n`;
    expect(read?.stdout).toBe(execFileSync("git", ["hash-object", "--stdin"], { input, encoding: "utf8" }));
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("tells exit codes and both streams apart, and forgets them", async () => {
    const shell = createGitShell();
    const cwd = folder();
    const failed = await shell(env, call(cwd, alias("printf out; printf err >&2; exit 7 #")));
    expect(failed).toEqual({ exitCode: 7, stdout: "out", stderr: "err", timedOut: false });
    expect(await shell(env, call(cwd, alias("cat #")))).toMatchObject({ exitCode: 0, stdout: "" });
    expect(await shell(env, call(join(cwd, "gone"), ["--version"]))).toMatchObject({ stdout: "" });
    expect(await shell(env, call(cwd, alias("pwd #")))).toMatchObject({ stdout: `${cwd}\n` });
  });

  test("keeps the end of an output of megabytes", async () => {
    const shell = createGitShell();
    const answer = await shell(env, call(folder(), alias("yes y | head -c 9000000; echo; echo last #")));
    expect(answer?.exitCode).toBe(0);
    expect(answer?.stdout.endsWith("\nlast\n")).toBe(true);
    expect(answer?.stdout.length).toBeLessThan(300_000);
  });
});

describe("where the shell is no help", () => {
  test("a second call at once and a text that no shell can pass on are for the caller", async () => {
    const shell = createGitShell();
    const cwd = folder();
    const first = shell(env, call(cwd, alias("sleep 0.2 #")));
    expect(await shell(env, call(cwd, ["--version"]))).toBeNull();
    expect((await first)?.exitCode).toBe(0);
    expect(await shell(env, call(cwd, ["--version"], { input: "a\0b" }))).toBeNull();
  });

  test("a call that takes too long is ended with all it started, and the next has a new shell", async () => {
    const shell = createGitShell();
    const cwd = folder();
    const late = await shell(env, call(cwd, alias("sleep 1234 & sleep 1234 #"), { timeoutMs: 200 }));
    expect(late).toMatchObject({ exitCode: null, timedOut: true });
    expect(spawnSync("pgrep", ["-f", "sleep 1234"]).status).toBe(1);
    expect(await shell(env, call(cwd, alias("echo again #")))).toMatchObject({ stdout: "again\n" });
  });

  test("one that was killed between two calls, or in the middle of one, is replaced", async () => {
    const shell = createGitShell();
    const cwd = folder();
    await shell(env, call(cwd, ["--version"]));
    for (const pid of shells()) process.kill(pid, "SIGKILL");
    await expect.poll(shells).toEqual([]);
    expect(await shell(env, call(cwd, alias("echo new #")))).toMatchObject({ stdout: "new\n" });
    expect(await shell(env, call(cwd, alias("kill -9 0 #")))).toMatchObject({
      exitCode: null,
      timedOut: false,
    });
    expect(await shell(env, call(cwd, alias("echo newer #")))).toMatchObject({ stdout: "newer\n" });
  });
});
