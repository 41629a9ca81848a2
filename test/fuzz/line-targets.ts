import { expect } from "vitest";
import type { CliHost } from "#cli/host";
import { runCli } from "#cli/run-cli";
import { ToolError } from "#contracts/error";
import { LEDGER_ITEMS, ledgerWorld } from "../fakes/ledger-api.ts";
import type { Draw } from "./mutate.ts";
import type { Target } from "./target.ts";

/** Lines that people and their scripts type, a word a line. */
const LINES = [
  ["loop", "run", ".", "--iterations", "3", "--retries=1", "--model", "opus[1m]", "--env", "A=b", "--review"],
  [
    "backlog",
    "add",
    "--type",
    "bug",
    "--title",
    "Fix it",
    "--ac",
    "one",
    "--ac",
    "two",
    "--depends-on",
    "001,002",
  ],
  ["backlog", "edit", "006", "--priority", "1", "--status", "pending", "--notes=", "--ac", "x", "--json"],
  ["backlog", "list", "--status", "blocked", "--type", "feature", "--json", "--no-color"],
  ["backlog", "sweep", "--min-age-days", "7", "--dry-run"],
  ["resume", ".", "--answer", "004", "90 days", "--answer", "005", "no", "--recover"],
  ["reset", "--json", "-q"],
  ["status", "--all", "--interval", "2"],
  ["follow", "--verbose", "--backlog", "sub", "--interval=0.5"],
  ["log", "--tail", "200", "--root", ".."],
  ["profile", "set", "test", "npm test -- --run"],
  ["config", "set", "port", "5174"],
  ["install", ".", "--yes", "--test-cmd", "npm test", "--lint-cmd", ""],
  ["init", "new", "--name", "New", "--stack", "go", "--seed", "plan.md"],
  ["migrate", "--dry-run", "--global"],
  ["backlog", "archive", "view", "2026-10"],
  ["help", "loop", "run", "--json"],
];

/** What follows a run is left at last, as by Ctrl-C. */
const LEAVE_MS = 5;

async function typeLine(text: string, draw: Draw): Promise<void> {
  const argv = text.split("\n").slice(0, 40);
  const world = ledgerWorld(LEDGER_ITEMS);
  const inMemory = world.host({ terminal: draw(2) === 0, stdinTerminal: false });
  const none = (): Promise<never> =>
    Promise.reject(new ToolError("IO_ERROR", "There is no server in this world."));
  const host: CliHost = { ...inMemory, servers: none, serve: none };
  const leave = setInterval(() => inMemory.raise("SIGINT"), LEAVE_MS);
  try {
    const code = await runCli(argv, host);
    expect(code).toBeGreaterThanOrEqual(0);
    expect(code).toBeLessThanOrEqual(6);
    expect(`${inMemory.out()}${inMemory.err()}`).not.toMatch(/INTERNAL_ERROR|\n {4}at |\[object /);
  } finally {
    clearInterval(leave);
  }
}

export const lineTargets: readonly Target[] = [
  { name: "arguments", corpus: LINES.map((words) => words.join("\n")), attempt: typeLine },
];
