import { describe, expect, test } from "vitest";
import { memoryHost, type MemoryHost } from "../../test/fakes/memory-host.ts";
import { reportError } from "#cli/report-error";
import { runCli } from "#cli/run-cli";
import { ToolError } from "#contracts/error";

const here = { path: null, backlog: null };
const flags = { help: false, version: false, json: false, noColor: true, quiet: false };
const report = (
  error: unknown,
  more: { json?: boolean; env?: Record<string, string> } = {},
): [number, MemoryHost] => {
  const host = memoryHost(more.env ? { env: more.env } : {});
  return [reportError(error, host, { ...flags, json: more.json ?? false }, here), host];
};

describe("a refused line", () => {
  test("as people read it", async () => {
    const host = memoryHost({ env: { NO_COLOR: "1" } });
    expect(await runCli(["loop", "run", "--iteration", "5"], host)).toBe(2);
    expect(host.out()).toBe("");
    expect(host.err()).toBe(`error[USAGE]: "tool loop run" has no option --iteration.
  Did you mean --iterations? Nothing was started.
→ tool help loop run   options and examples
`);
  });

  test.each([
    [["stauts", "--json"]],
    [["--json", "stauts"]],
    [["loop", "run", "--iteration", "5", "--ndjson"]],
    [["--bogus", "--json"]],
  ])("%j gives the envelope on stderr and nothing on stdout", async (argv) => {
    const host = memoryHost();
    expect(await runCli(argv, host)).toBe(2);
    expect(host.out()).toBe("");
    expect(JSON.parse(host.err())).toEqual({
      error: { code: "USAGE", message: expect.any(String), details: expect.any(Object) },
    });
    expect(host.err().endsWith("\n")).toBe(true);
  });

  test("quiet still tells the error", async () => {
    const host = memoryHost();
    expect(await runCli(["-q", "stauts"], host)).toBe(2);
    expect(host.err()).toContain("stauts");
  });
});

describe("version", () => {
  test.each([
    [["--no-color", "version"], "1.0.0\n"],
    [["--no-color", "--version"], "1.0.0\n"],
    [["--json", "version"], '{\n  "version": "1.0.0"\n}\n'],
    [["-q", "version"], ""],
  ])("%j", async (argv, out) => {
    const host = memoryHost();
    expect(await runCli(argv, host)).toBe(0);
    expect(host.out()).toBe(out);
  });
});

describe("an error of a command", () => {
  const target = new ToolError("TARGET_AMBIGUOUS", '2 projects are called like "api".', {
    details: { target: "api", candidates: ["ledger-api", "pay-api"] },
    hints: [{ command: "tool status ~/code/ledger-api" }, { command: "tool status ~/code/pay-api" }],
  });

  test("in full", () => {
    const [code, host] = report(target);
    expect(code).toBe(2);
    expect(host.err()).toBe(`error[TARGET_AMBIGUOUS]: 2 projects are called like "api".
→ tool status ~/code/ledger-api
  tool status ~/code/pay-api
`);
  });

  test("as the envelope", () => {
    const [, host] = report(target, { json: true });
    expect(host.err()).toBe(
      '{"error":{"code":"TARGET_AMBIGUOUS","message":"2 projects are called like \\"api\\".","details":{"target":"api","candidates":["ledger-api","pay-api"]}}}\n',
    );
  });

  test("who holds a lock is told in local time", () => {
    const startedAt = new Date(Date.UTC(2026, 10, 20, 22, 4)).toISOString();
    const [code, host] = report(
      new ToolError("LOCK_CONFLICT", "A loop is running in ledger-api.", {
        details: { pid: 48213, startedAt },
        reason: "Nothing was changed.",
        hints: [{ command: "tool follow", purpose: "watch it" }, { command: "tool loop stop" }],
      }),
    );
    expect(code).toBe(2);
    expect(host.err()).toBe(`error[LOCK_CONFLICT]: A loop is running in ledger-api.
  Process 48213 has held the lock since 23:04, for 31m. Nothing was changed.
→ tool follow   watch it
  tool loop stop
`);
  });

  test("a bug is called a bug; the stack only comes when it is asked for", () => {
    const bug = new TypeError("Cannot read properties of undefined");
    const [code, host] = report(bug);
    expect(code).toBe(1);
    expect(host.err()).toBe(`error[INTERNAL_ERROR]: This is a bug in tool: cannot read properties of
  undefined.
  \`TOOL_DEBUG=1\` before the command shows where; report it with
  \`.tool/tool.log\`.
→ tool doctor
`);
    const [, debug] = report(bug, { env: { TOOL_DEBUG: "1" } });
    expect(debug.err()).toContain("run-cli.test.ts");
  });
});
