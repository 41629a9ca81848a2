import { runCli } from "#cli/run-cli";
import type { LedgerWorld } from "./ledger-api.ts";
import type { MemoryHostFacts } from "./memory-host.ts";

export interface Shown {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** One command line in the story's world, from its words to what it printed. */
export async function runTool(
  world: LedgerWorld,
  argv: readonly string[],
  facts: MemoryHostFacts = {},
): Promise<Shown> {
  const host = world.host(facts);
  const code = await runCli(argv, host);
  return { code, out: host.out(), err: host.err() };
}
