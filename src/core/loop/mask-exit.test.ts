import { expect, it } from "vitest";
import type { SessionExit } from "#core/loop/classify-exit";
import { maskExit } from "#core/loop/mask-exit";

const KEY = `ghp_${"aB3".repeat(12)}`;
const EXIT: SessionExit = {
  agentId: "claude-cli",
  cause: "exit",
  exitCode: 0,
  killedBy: null,
  spawnError: null,
  durationMs: 1,
  timeoutMs: 1,
  signal: { kind: "none" },
  result: { isError: true, words: KEY },
  limit: null,
  limitAfterSignal: false,
  stdoutTail: "",
  stderrTail: "",
};
const ITEM = { type: "bug", priority: 1, title: KEY, description: KEY, acceptanceCriteria: [KEY] } as const;

it.each<SessionExit["signal"]>([
  { kind: "done" },
  { kind: "none", reviewFault: "its payload is not valid JSON" },
  { kind: "blocked", reason: `needs ${KEY}` },
  { kind: "needs_human", reason: `is ${KEY} still good?` },
  { kind: "review", payload: { items: [{ ...ITEM, acceptanceCriteria: [KEY] }], summary: KEY } },
])("no word of a session that says %j holds a key", (signal) => {
  const masked = maskExit({ ...EXIT, signal });
  expect(JSON.stringify(masked)).not.toContain(KEY);
  expect(masked.signal.kind).toBe(signal.kind);
});
