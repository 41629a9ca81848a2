import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLinuxProcesses } from "#platform/processes/linux-processes";

/** A /proc of these processes that says which number was given last. */
function procOf(pids: readonly number[], loadavg: string | null): string {
  const proc = mkdtempSync(join(tmpdir(), "proc-"));
  for (const pid of pids) mkdirSync(join(proc, String(pid)));
  mkdirSync(join(proc, "sys"));
  if (loadavg !== null) writeFileSync(join(proc, "loadavg"), loadavg);
  return proc;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("the processes since one was started", () => {
  const living = [1, 50, 100, 101, 130, 4000];

  test.each([
    ["nothing came after it", "0.00 0.01 0.05 1/80 100\n", []],
    ["few came, some of which are gone", "0.00 0.01 0.05 1/80 103\n", [101, 102, 103]],
    ["as many as are looked at one by one", "0.00 0.01 0.05 1/80 116\n", range(101, 116)],
    ["many came: those that live", "0.00 0.01 0.05 1/80 4000\n", [101, 130, 4000]],
    ["the numbers have begun anew: all", "0.00 0.01 0.05 1/80 60\n", living],
    ["a system that tells none: all", "0.00 0.00 0.00 0/0 0\n", living],
    ["what nobody can read: all", "\n", living],
    ["no such file: all", null, living],
  ])("%s", (_, loadavg, expected) => {
    const found = createLinuxProcesses(procOf(living, loadavg)).pids(100);
    expect([...found].sort((a, b) => a - b)).toEqual(expected);
  });

  test("without a process, all there are; none where they can't be listed", () => {
    expect([...createLinuxProcesses(procOf(living, null)).pids(null)].sort((a, b) => a - b)).toEqual(living);
    expect(createLinuxProcesses("/proc/nowhere").pids(null)).toEqual([]);
    expect(createLinuxProcesses("/proc/nowhere").pids(100)).toEqual([]);
  });

  test.runIf(process.platform === "linux")("holds every child of this machine's own", () => {
    const children = Array.from({ length: 40 }, () => spawn("sleep", ["60"]));
    onTestFinished(() => children.forEach((child) => void child.kill("SIGKILL")));
    const [first, ...later] = children.map((child) => child.pid ?? 0);
    const table = createLinuxProcesses();
    for (const [index, pid] of later.entries()) {
      const since = later[index - 1] ?? first ?? 0;
      expect(table.pids(since)).toContain(pid);
      expect(table.pids(since)).toContain(later.at(-1));
    }
  });
});
