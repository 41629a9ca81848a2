import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GitRepository } from "#engine/git-port";
import { createGitCli } from "#platform/git-cli";
import { commitAll } from "#platform/git/commit-all";
import { createGitShell } from "#platform/git/git-shell";
import { patientGit } from "#platform/git/patient-git";
import type { GitAnswer } from "#platform/git/run-git";
import { scriptOfPair } from "#platform/git/shell-script";
import { withWords, type ShellAnswer } from "#platform/git/shell-process";
import { scratchRepository, type ScratchRepository } from "../../../test/contracts/scratch-repository.ts";

/** Two calls that are made without a word from us between them. */

const shell = createGitShell({ ...process.env, LC_ALL: "C" });
const cwd = realpathSync(mkdtempSync(join(tmpdir(), "one breath-")));
/** Runs a line of shell as git's own child. */
const alias = (line: string): string[] => ["-c", `alias.deed=!${line} #`, "deed"];
const pair = (first: string, second: string, timeoutMs = 20_000): Promise<ShellAnswer | null> =>
  shell.ask({ cwd, args: alias(first), timeoutMs, next: { args: alias(second), input: "words\nof it" } });
const ended = (exitCode: number | null, stdout = "", stderr = "") => ({
  exitCode,
  stdout,
  stderr,
  timedOut: false,
});

describe.runIf(existsSync("/proc/self/fd"))("the second call", () => {
  it("is made after one that went well and said nothing on stderr", async () => {
    const both = await pair("echo one", "cat; printf err >&2; exit 3");
    expect(both).toEqual({ ...ended(0, "one\n"), next: ended(3, "words\nof it\n", "err") });
  });

  it.each([
    ["failed", "echo no >&2; exit 5", ended(5, "", "no\n")],
    ["failed without a word", "exit 5", ended(5)],
    ["warned", "printf 'warning: so so' >&2", ended(0, "", "warning: so so")],
  ])("isn't made where the first one %s", async (name, first, answer) => {
    const made = join(cwd, `made ${name}`);
    expect(await pair(first, `touch '${made}'`)).toEqual(answer);
    expect(existsSync(made)).toBe(false);
    // What was said is forgotten.
    expect(await pair("true", "true")).toEqual({ ...ended(0), next: ended(0, "", "") });
  });

  it("isn't made after a flood of words, of which the end is kept", async () => {
    const answer = await pair("yes warning | head -c 3000000 >&2; echo last >&2", "echo made");
    expect(answer).toMatchObject({ exitCode: 0, stdout: "" });
    expect(answer?.stderr.endsWith("\nlast\n")).toBe(true);
    expect(answer?.stderr.length).toBeLessThan(300_000);
    expect(answer?.next).toBeUndefined();
  });

  it("waits for nothing that outlives the first", async () => {
    const both = await pair("sleep 600 & echo $! > outlives; exit 0", "echo two");
    expect(both?.next).toMatchObject({ stdout: "two\n" });
    process.kill(Number(readFileSync(join(cwd, "outlives"), "utf8")), "SIGKILL");
  });

  it("has its own time", async () => {
    const both = await pair("sleep 2", "sleep 2; echo in time", 3500);
    expect(both?.next).toMatchObject({ exitCode: 0, stdout: "in time\n" });
    const late = await pair("true", "sleep 1236", 200);
    expect(late).toMatchObject({ exitCode: 0, next: { exitCode: null, timedOut: true } });
    const never = await pair("sleep 1236", "echo made", 200);
    expect(never).toEqual({ ...ended(null), timedOut: true });
  });

  it("isn't made where the first one's words could have been lost", () => {
    writeFileSync(join(cwd, "said"), ".");
    const readOnly = openSync(join(cwd, "said"), "r");
    const input = scriptOfPair({ cwd, args: ["--version"] }, "end-1", { cwd, args: ["--version"] }, "end-2");
    const { stdout } = spawnSync("/bin/sh", {
      input,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe", readOnly],
    });
    closeSync(readOnly);
    expect(stdout).toMatch(/^git version .*\n\nend-1 0\n\nend-2 -\n$/);
    expect(withWords(ended(0), "")).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/is full/) });
    expect(withWords(ended(5), "")).toEqual(ended(5));
    expect(withWords(ended(0), "warning")).toEqual(ended(0, "", "warning"));
  });

  it("needs no program but git", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bin-"));
    for (const name of ["git", "sh"]) {
      const real = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
      symlinkSync(real, join(folder, name));
    }
    const lean = createGitShell({ ...process.env, LC_ALL: "C", PATH: folder });
    const warned = { cwd, args: alias("echo warned >&2"), timeoutMs: 20_000 };
    const answer = await lean.ask({ ...warned, next: { args: ["--version"] } });
    expect(answer).toEqual(ended(0, "", "warned\n"));
  });

  it("is no success where the shell was killed in it, or before it", async () => {
    expect(await pair("kill -9 0", "echo made")).toEqual(ended(null));
    const killed = await pair("true", "sleep 0.2; kill -9 0");
    expect(killed).toEqual({ ...ended(0), next: ended(null) });
  });
});

describe("a commit", () => {
  let scratch: ScratchRepository;
  let repository: GitRepository;
  const git = createGitCli();

  beforeEach(async () => {
    scratch = scratchRepository({ "a.txt": "a\n" });
    repository = (await git.repository(scratch.path))!;
  });
  afterEach(() => scratch.dispose());
  const committed = () => ({ kind: "committed", hash: scratch.git("rev-parse", "HEAD").trim() });
  const told: GitAnswer = { exitCode: 0, stdout: "", stderr: "", timedOut: false, cut: false };

  it("takes one answer for both", async () => {
    const calls: unknown[] = [];
    const both = async (call: unknown): Promise<GitAnswer> => (calls.push(call), { ...told, next: told });
    expect(await commitAll(both, repository, "m", {})).toEqual(committed());
    expect(calls).toEqual([expect.objectContaining({ args: ["add", "-A"] })]);
  });

  it("that failed is told in its words, and not made again", async () => {
    const next = { ...told, exitCode: 1, stderr: "lint: 3 errors" };
    const outcome = await commitAll(async () => ({ ...told, next }), repository, "m", {});
    expect(outcome).toEqual({ kind: "failed", words: "lint: 3 errors", nested: [] });
    const killed = { ...told, next: { ...told, exitCode: null } };
    expect(await commitAll(async () => killed, repository, "m", {})).toMatchObject({ kind: "failed" });
  });

  it("is made by itself where git add warns", async () => {
    scratch.git("config", "core.autocrlf", "input");
    scratch.git("config", "core.safecrlf", "warn");
    scratch.put({ "crlf.txt": "one\r\ntwo\r\n" });
    expect(await git.commitAll(repository, "m")).toEqual(committed());
    expect(scratch.git("log", "--format=%s").trim().split("\n")[0]).toBe("m");
    expect(scratch.git("status", "--porcelain")).toBe("");
  });

  it("waits for a lock that is taken between the two", async () => {
    const once = `[ -e .git/once ] && exit; touch .git/once .git/index.lock; (sleep 0.4; rm .git/index.lock) >/dev/null 2>&1 &`;
    scratch.hook("post-index-change", once);
    scratch.put({ "a.txt": "b\n" });
    expect(await git.commitAll(repository, "m")).toEqual(committed());
    expect(scratch.text(".git/once")).toBe("");
  });

  it("is made by itself where there is no room for what git add says", async () => {
    vi.stubEnv("TMPDIR", join(scratch.path, "nowhere"));
    const own = createGitCli();
    scratch.put({ "a.txt": "b\n" });
    expect(await own.commitAll(repository, "m")).toEqual(committed());
    scratch.put({ "a.txt": "c\n" });
    expect(await own.commitAll(repository, "n")).toEqual(committed());
    vi.unstubAllEnvs();
    expect(scratch.git("log", "--format=%s", "-2")).toBe("n\nm\n");
  });

  it("of two at once needs no shell", async () => {
    const other = scratchRepository({ "b.txt": "b\n" });
    const second = (await git.repository(other.path))!;
    scratch.put({ "a.txt": "c\n" });
    other.put({ "b.txt": "c\n" });
    const outcomes = await Promise.all([git.commitAll(repository, "m"), git.commitAll(second, "n")]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["committed", "committed"]);
    expect(other.git("status", "--porcelain")).toBe("");
    other.dispose();
  });

  it("that met a held lock is still to be made", async () => {
    const held = {
      ...told,
      exitCode: 128,
      stderr: "fatal: Unable to create '/x/.git/index.lock': File exists.",
    };
    const call = { cwd: "/", args: ["add"] };
    expect(await patientGit(async () => ({ ...told, next: held }), [0])(call)).toEqual(told);
    const refused = { ...told, next: { ...held, stderr: "no" } };
    expect(await patientGit(async () => refused, [0])(call)).toEqual(refused);
  });
});
