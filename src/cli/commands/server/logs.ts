import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { EXIT } from "#contracts/exit-codes";
import { SERVER_LOG_TAIL_LINES } from "#contracts/limits";
import { readServerLog } from "#engine/stores/server-log";

export async function run(context: CommandContext): Promise<number> {
  const ports = await context.host.connect();
  const lines = await readServerLog(ports, context.options.number("tail") ?? SERVER_LOG_TAIL_LINES);
  if (context.json) context.data(lines);
  else if (lines.length > 0) context.say(lines.map(clean));
  else if (!context.pen.screen.plain) context.say(["No server has written a log yet."]);
  return EXIT.ok;
}
