import { COMMAND_NAMES, VERIFY_SEPARATOR, type CommandName } from "#contracts/project-rules";
import type { ProfileCommands, ProjectProfile } from "#contracts/schema/profile";

/** Commands as a person gives them; "" switches one off. */
export type CommandOverrides = { readonly [K in CommandName]?: string | null | undefined };

/** The composite verify command: all commands that are there, in the order of the profile; "" when there is none. */
export function composeVerify(commands: ProfileCommands): string {
  return COMMAND_NAMES.flatMap((name) => commands[name] ?? []).join(VERIFY_SEPARATOR);
}

/** The profile with the given commands instead of its own, and verify composed anew. */
export function applyOverrides(profile: ProjectProfile, overrides: CommandOverrides): ProjectProfile {
  const changed = COMMAND_NAMES.flatMap((name) => {
    const given = overrides[name];
    return given === undefined ? [] : [[name, given === null || given.trim() === "" ? null : given.trim()]];
  });
  const commands: ProfileCommands = { ...profile.commands, ...Object.fromEntries(changed) };
  return { ...profile, commands, verify: composeVerify(commands) };
}
