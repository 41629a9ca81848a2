import { openFolder } from "#cli/commands/open-project";
import { migrateScreen } from "#cli/commands/project/migrate-screens";
import { usableHints } from "#cli/commands/usable-hints";
import type { CommandContext } from "#cli/context";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { migrateHome } from "#engine/operations/install/migrate-home";
import { migrateProject } from "#engine/operations/install/migrate-project";

/** Legacy names to present ones (spec: Command-line interface, migrate). */
export async function run(context: CommandContext): Promise<number> {
  const { options, args, pen, place } = context;
  const global = options.flag("global");
  if (global && args.length > 0) {
    throw new ToolError("USAGE", "--global is about your home, and takes no path.", {
      reason: "Nothing was written.",
    });
  }
  const { ports, paths, name } = await openFolder(context);
  const request = {
    dryRun: options.flag("dry-run"),
    backup: !options.flag("no-backup"),
    cleanBackups: options.flag("clean-backups"),
  };
  const report = global ? await migrateHome(ports, request) : await migrateProject(ports, paths, request);
  if (context.json) context.data(report);
  const flags = ["no-backup", "clean-backups", "global"].filter((flag) => options.flag(flag));
  const offer = (hints: Parameters<typeof usableHints>[0]) => usableHints(hints, place);
  context.say(migrateScreen(pen, { name: global ? "your home" : name, report, global, flags, offer }));
  return EXIT.ok;
}
