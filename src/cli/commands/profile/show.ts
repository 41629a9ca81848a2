import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { headLine } from "#cli/render/message";
import { record, type RecordRow } from "#cli/render/record";
import { profileValue } from "#core/profile/compare-profiles";
import { EXIT } from "#contracts/exit-codes";
import { COMMAND_NAMES } from "#contracts/project-rules";
import { readProfile } from "#engine/operations/profile/read-profile";

export async function run(context: CommandContext): Promise<number> {
  const { ports, paths, name } = await openProject(context);
  const profile = await readProfile(ports, paths);
  if (context.json) {
    context.data(profile);
    return EXIT.ok;
  }
  const commands = COMMAND_NAMES.map((key): RecordRow => [key, clean(profile.commands[key] ?? "none")]);
  const { pen } = context;
  context.say([
    headLine(pen, { head: name }),
    "",
    ...record(pen, [
      ["stack", clean(profile.stack)],
      ["packageManager", clean(profile.packageManager ?? "none")],
      ["monorepo", profileValue(profile, "monorepo")],
      ...commands,
      ["verify", profile.verify === "" ? "none" : clean(profile.verify)],
    ]),
  ]);
  return EXIT.ok;
}
