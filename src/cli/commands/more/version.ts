import type { CommandContext } from "#cli/context";
import { EXIT } from "#contracts/exit-codes";

export async function run({ host, json, data, say }: CommandContext): Promise<number> {
  if (json) data({ version: host.version });
  else say([host.version]);
  return EXIT.ok;
}
