import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createCancelSource } from "#engine/cancel";
import { createNodeProcesses } from "#platform/node-processes";
import { isRunning } from "../../test/agents/start-agent.ts";
import { crowd } from "../../test/crowd.ts";

const processes = createNodeProcesses();
const folder = mkdtempSync(join(tmpdir(), "processes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("identify", () => {
  it("knows this process, always by the same start time", async () => {
    const first = await processes.identify(process.pid);
    expect(first).toEqual({ alive: true, startTime: expect.stringMatching(/./) });
    expect(await processes.identify(process.pid)).toEqual(first);
  });

  it("takes what may not be signalled for alive", async () => {
    expect(await processes.identify(1)).toMatchObject({ alive: true });
  });

  it.each([0, -1, -process.pid, 1.5, Number.NaN, 2 ** 40, 999_999_999])("takes %d for dead", async (pid) => {
    expect(await processes.identify(pid)).toEqual({ alive: false, startTime: null });
  });
});

describe("which", () => {
  const path = process.env["PATH"];
  const bin = join(folder, "bin");
  mkdirSync(join(bin, "a-folder"), { recursive: true });
  writeFileSync(join(bin, "agent"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(bin, "plain"), "#!/bin/sh\n", { mode: 0o644 });
  chmodSync(join(bin, "a-folder"), 0o755);
  symlinkSync("agent", join(bin, "linked"));
  symlinkSync("nowhere", join(bin, "dangling"));
  afterEach(() => {
    process.env["PATH"] = path;
  });

  it.each([
    ["agent", join(bin, "agent")],
    ["linked", join(bin, "linked")],
    ["plain", null],
    ["a-folder", null],
    ["dangling", null],
    ["no-such-agent", null],
    ["", null],
    [join(bin, "agent"), join(bin, "agent")],
    [join(bin, "plain"), null],
  ])("%j", async (binary, found) => {
    process.env["PATH"] = `/nowhere:${bin}`;
    expect(await processes.which(binary)).toBe(found);
  });

  it("takes the first of several, and none without a PATH", async () => {
    const other = join(folder, "other");
    mkdirSync(other);
    writeFileSync(join(other, "agent"), "", { mode: 0o755 });
    process.env["PATH"] = `${other}:${bin}`;
    expect(await processes.which("agent")).toBe(join(other, "agent"));
    delete process.env["PATH"];
    expect(await processes.which("agent")).toBeNull();
  });
});

it("gives a copy of the environment", () => {
  const copy = processes.environment();
  expect(copy["PATH"]).toBe(process.env["PATH"]);
  copy["ADDED"] = "x";
  expect(process.env["ADDED"]).toBeUndefined();
});

describe("a shell line", () => {
  const run = (line: string, timeoutMs = 10_000): ReturnType<typeof processes.runShell> =>
    processes.runShell(line, folder, timeoutMs);

  it("runs in its folder and tells how it ended", async () => {
    expect(await run("basename $(pwd); echo err >&2; exit 3")).toEqual({
      exitCode: 3,
      stdout: `${folder.split("/").at(-1)}\n`,
      stderr: "err\n",
      timedOut: false,
    });
    expect(await run("kill -KILL $$")).toMatchObject({ exitCode: null, timedOut: false });
  });

  it("keeps the end of what it prints", async () => {
    const { stdout, exitCode } = await run("seq 200000; echo end");
    expect(exitCode).toBe(0);
    expect(stdout.length).toBeLessThanOrEqual(64 * 1024);
    expect(stdout.endsWith("\n199999\n200000\nend\n")).toBe(true);
  });

  it.runIf(process.platform === "linux")("ends at its timeout with all that it started", async () => {
    const result = await run("(setsid sleep 60 & echo $!); sleep 60", 1000);
    expect(result).toMatchObject({
      exitCode: null,
      timedOut: true,
      stdout: expect.stringMatching(/^\d+\n$/),
    });
    expect(isRunning(Number(result.stdout))).toBe(false);
  });

  it("ends when cancelled, also when it was before", async () => {
    const cancel = createCancelSource();
    setTimeout(() => cancel.cancel("signal"), 100);
    for (let time = 0; time < 2; time += 1) {
      const from = performance.now();
      const result = await processes.runShell("sleep 60", folder, 60_000, cancel.token);
      expect(result).toMatchObject({ exitCode: null, timedOut: false });
      expect(performance.now() - from).toBeLessThan(2000 * crowd());
    }
  });

  it("that can't be started says why", async () => {
    const result = await processes.runShell("true", join(folder, "gone"), 1000);
    expect(result).toMatchObject({ exitCode: null, stderr: `ENOENT: ${join(folder, "gone")}\n` });
  });
});
