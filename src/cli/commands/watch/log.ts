import { dataText } from "#cli/render/data-text";
import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { leaveOnSignals } from "#cli/watch/leave-on-signals";
import { tailLog } from "#cli/watch/tail-log";
import { EXIT } from "#contracts/exit-codes";
import { LOG_TAIL_LINES, POLL_INTERVAL_SECONDS } from "#contracts/limits";
import type { BacklogPaths } from "#contracts/paths";
import { readLog } from "#engine/operations/loop/read-log";
import type { Ports } from "#engine/ports";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, name } = await openProject(context, true);
  const tail = context.options.number("tail") ?? LOG_TAIL_LINES;
  if (context.options.flag("follow")) return follow(context, ports, paths, name, tail);
  const lines = await readLog(ports, paths, { tail });
  if (context.json) context.data(lines);
  else if (lines.length > 0) context.say(lines.map(clean));
  else if (!context.pen.screen.plain) context.say([`No run yet in ${name}.`]);
  return EXIT.ok;
}

/** Until it is left: the next run's lines come, too. */
const follow = async (
  context: CommandContext,
  ports: Ports,
  paths: BacklogPaths,
  name: string,
  tail: number,
): Promise<number> => {
  const { stdout } = context.host;
  const { leave, release } = leaveOnSignals(context.host);
  const options = { tail, intervalMs: POLL_INTERVAL_SECONDS * 1000, leave: leave.token };
  try {
    for await (const lines of tailLog(ports, paths, options)) {
      if (context.json) stdout.write(lines.map((line) => `${dataText(line)}\n`).join(""));
      else if (lines.length > 0) context.say(lines.map(clean));
      else if (!context.pen.screen.plain)
        context.say([`No run yet in ${name}; waiting for one. Ctrl-C leaves.`]);
      await stdout.drained();
      if (stdout.isClosed) break;
    }
    return EXIT.ok;
  } finally {
    release();
  }
};
