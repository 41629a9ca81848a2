import { configKey } from "#cli/commands/config/config-key";
import type { CommandContext } from "#cli/context";
import { EXIT } from "#contracts/exit-codes";
import { readResolvedConfig } from "#engine/operations/service/read-config";

/** Just the value, for scripts; one that isn't set has none, and the exit code says so. */
export async function run(context: CommandContext): Promise<number> {
  const key = configKey(context.args[0], "get");
  const value = (await readResolvedConfig(await context.host.connect()))[key];
  if (context.json) context.data({ [key]: value ?? null });
  else if (value !== undefined) context.say([String(value)]);
  else if (!context.quiet) context.host.stderr.write(`${key} is not set\n`);
  return value === undefined ? EXIT.error : EXIT.ok;
}
