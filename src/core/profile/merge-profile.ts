import { composeVerify } from "#core/profile/verify-command";
import { ToolError } from "#contracts/error";
import { COMMAND_NAMES, PACKAGE_MANAGERS } from "#contracts/project-rules";
import type { ProfileCommands, ProjectProfile } from "#contracts/schema/profile";

/** Given fields replace stored ones; verify follows from the commands, whatever is given for it. */
export interface ProfilePatch {
  readonly stack?: string | undefined;
  readonly packageManager?: string | null | undefined;
  readonly monorepo?: boolean | undefined;
  /** An empty or null one is switched off. */
  readonly commands?: { readonly [K in keyof ProfileCommands]?: string | null | undefined } | undefined;
  readonly verify?: string | undefined;
}

/** The profile with the patch; VALIDATION_ERROR names the field and the value that no profile may have. Unknown fields of the stored one stay. */
export function mergeProfile(stored: ProjectProfile, patch: ProfilePatch): ProjectProfile {
  const { stack = stored.stack, packageManager = stored.packageManager, monorepo = stored.monorepo } = patch;
  const commands = { ...stored.commands };
  for (const name of COMMAND_NAMES) {
    const given = patch.commands?.[name];
    if (given !== undefined) commands[name] = commandOf(name, given);
  }
  return {
    ...stored,
    stack: patch.stack === undefined ? stack : stackOf(stack),
    packageManager: patch.packageManager === undefined ? packageManager : managerOf(packageManager),
    monorepo,
    commands,
    verify: composeVerify(commands),
  };
}

/** It stands in prompts and in one shell line with the others. */
function commandOf(name: string, given: string | null): string | null {
  const line = given?.trim() ?? "";
  if (line === "") return null;
  if (!/[\p{Cc}\u2028\u2029]/u.test(line)) return line;
  throw refusal(`commands.${name}`, given, `A command is one line, without control characters.`);
}

function stackOf(given: string): string {
  const stack = given.trim();
  if (stack !== "" && !/[\p{Cc}\u2028\u2029]/u.test(stack)) return stack;
  throw refusal("stack", given, "A stack is one line of text, such as python.");
}

function managerOf(given: string | null): string | null {
  if (given === null || given === "") return null;
  if (PACKAGE_MANAGERS.some((manager) => manager === given)) return given;
  const all = `${PACKAGE_MANAGERS.slice(0, -1).join(", ")} or ${PACKAGE_MANAGERS.at(-1) ?? ""}`;
  throw refusal("packageManager", given, `The package manager must be ${all}, not "${given}".`);
}

const refusal = (field: string, value: unknown, message: string): ToolError =>
  new ToolError("VALIDATION_ERROR", message, { details: { field, value }, reason: "Nothing was changed." });
