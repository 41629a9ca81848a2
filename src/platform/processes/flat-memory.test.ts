import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleScript } from "../../../test/agents/bundle-script.ts";
import { agentPath } from "../../../test/agents/start-agent.ts";

const MIB = 1024 * 1024;

/** Runs one agent in a process of its own and prints how much more memory that took at its peak. */
const SCRIPT = `
import { createNodeProcesses } from "#platform/node-processes";
const [binary, ...args] = process.argv.slice(2);
const before = process.memoryUsage.rss();
let peak = before;
let lines = 0;
let last = "";
const sample = () => { peak = Math.max(peak, process.memoryUsage.rss()); };
const timer = setInterval(sample, 10);
const { ended } = createNodeProcesses().spawn({
  binary, args, cwd: process.cwd(), env: process.env, stdin: "prompt", mark: "memory-" + process.pid,
  onLine: (_stream, line) => { lines += 1; last = line; if (lines % 10000 === 0) sample(); },
});
const end = await ended;
sample();
clearInterval(timer);
console.log(JSON.stringify({ grewMib: (peak - before) / 1048576, lines, last, exitCode: end.exitCode }));
`;

const folder = mkdtempSync(join(tmpdir(), "flat-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let script = "";
beforeAll(async () => {
  script = await bundleScript(folder, "flat-memory", SCRIPT);
});

it.each([
  ["1 GiB of lines", "prints-lines.mjs", String(1024 * MIB), 10_737_419, "TOOL_DONE"],
  ["one line of 512 MiB", "prints-one-line.mjs", String(512 * MIB), 2, "TOOL_DONE"],
  ["a pipe that is never closed", "escapes-with-pipe.mjs", "3", 1, /^left \d+$/],
] as const)("stays flat with %s", { timeout: 180_000 }, (_name, agent, arg, lines, last) => {
  const out = execFileSync(process.execPath, [script, agentPath(agent), arg], { encoding: "utf8" });
  const result = JSON.parse(out) as { grewMib: number; lines: number; last: string; exitCode: number };
  expect(result).toMatchObject({ exitCode: 0, last: expect.stringMatching(last) });
  expect(Math.abs(result.lines - lines)).toBeLessThan(2000);
  expect(result.grewMib).toBeLessThan(60);
});
