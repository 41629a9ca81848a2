import { expect, test } from "vitest";
import { runCli } from "#cli/run-cli";
import type { MemoryHost, MemoryHostFacts } from "../../../../test/fakes/memory-host.ts";
import { LEDGER, LEDGER_ITEMS, ledgerWorld } from "../../../../test/fakes/ledger-api.ts";
import { terminalScreen } from "../../../../test/fakes/terminal-screen.ts";

const BACKLOG = `${LEDGER}/.tool/backlog.json`;
const backlogOf = (count: number): string =>
  JSON.stringify({ project: "ledger-api", description: "", items: LEDGER_ITEMS.slice(0, count) });

/** Follows for eleven seconds, in which the backlog becomes shorter, is broken for a while, and is mended. */
async function followed(argv: readonly string[], facts: MemoryHostFacts = {}): Promise<MemoryHost> {
  const world = ledgerWorld();
  const inMemory = world.host(facts);
  const host = { ...inMemory, now: () => world.clock.now() };
  const at = (ms: number, deed: () => unknown): void => void world.clock.sleep(ms).then(deed);
  // What is loaded when it is first needed takes no time of the story's.
  await Promise.all([
    import("#cli/commands/watch/follow-status"),
    import("#cli/commands/watch/status"),
    import("#engine/files/json-fault"),
  ]);
  at(3000, () => world.files.write(BACKLOG, backlogOf(3)));
  at(5000, () => world.files.write(BACKLOG, "{"));
  at(7000, () => world.files.write(BACKLOG, backlogOf(4)));
  at(11_000, () => inMemory.raise("SIGINT"));
  expect(await runCli(["status", ".", "--follow", ...argv], host)).toBe(0);
  expect(world.clock.pending).toBe(0);
  expect(inMemory.held()).toBe(0);
  return inMemory;
}

test("redrawn in its place; the last look stays", async () => {
  const screen = terminalScreen((await followed([])).out());
  expect(screen.match(/Backlog {6}.*/g)).toEqual(["Backlog      4 items, 3 done"]);
  expect(screen).not.toContain("Ctrl-C leaves");
});

test("in a pipe a screen whenever it says something else", async () => {
  const out = (await followed([], { terminal: false })).out();
  expect(out.match(/Backlog .*|error.*/g)).toEqual([
    "Backlog      9 items, 3 done, 1 in progress, 2 pending",
    "Backlog      3 items, 3 done",
    expect.stringMatching(/^error\[INVALID_JSON\]: \.tool\/backlog\.json is not valid JSON\./),
    "Backlog      4 items, 3 done",
  ]);
});

test("--interval says how often", async () => {
  const often = (await followed(["--interval", "1"])).out().split("every 1s").length;
  const seldom = (await followed(["--interval", "5"])).out().split("every 5s").length;
  expect(often).toBeGreaterThan(seldom + 5);
});
