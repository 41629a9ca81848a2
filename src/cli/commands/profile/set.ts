import { openProject } from "#cli/commands/open-project";
import type { CommandContext } from "#cli/context";
import { clean } from "#cli/render/clean";
import { message } from "#cli/render/message";
import { profileValue } from "#core/profile/compare-profiles";
import type { ProfilePatch } from "#core/profile/merge-profile";
import { closestWord } from "#core/text/closest-word";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";
import { PROFILE_KEYS, type ProfileKey } from "#contracts/project-rules";
import type { ProjectProfile } from "#contracts/schema/profile";
import { changeProfile } from "#engine/operations/profile/change-profile";
import { readProfile } from "#engine/operations/profile/read-profile";

/** The last two words are key and value. */
export async function run(context: CommandContext): Promise<number> {
  const [keyWord, value] = context.args.slice(-2);
  if (context.args.length < 2 || keyWord === undefined || value === undefined) throw incomplete();
  const key = keyOf(keyWord);
  const patch = patchOf(key, value);
  const { ports, paths } = await openProject({ ...context, args: context.args.slice(0, -2) });
  const before = await readProfile(ports, paths);
  const after = await changeProfile(ports, paths, patch, context.host.version);
  if (context.json) context.data(after);
  else context.say(changeScreen(context, key, before, after));
  return EXIT.ok;
}

function changeScreen(
  { pen }: CommandContext,
  key: ProfileKey,
  before: ProjectProfile,
  after: ProjectProfile,
): string[] {
  const value = profileValue(after, key);
  if (value === profileValue(before, key)) {
    return [value === null ? `${key} is switched off already.` : `${key} is ${clean(value)} already.`];
  }
  const head = value === null ? `Switched off ${key}` : `Set ${key}`;
  const why = after.verify === before.verify ? [] : [`verify is now ${clean(after.verify || "none")}`];
  return message(pen, { glyph: "done", head, ...(value !== null && { title: clean(value) }), why });
}

function keyOf(word: string): ProfileKey {
  const key = PROFILE_KEYS.find((one) => one === word);
  if (key !== undefined) return key;
  const near = closestWord(word, PROFILE_KEYS);
  throw new ToolError("VALIDATION_ERROR", `The profile has no key "${word}".`, {
    details: { field: "key", value: word },
    reason: `${near === null ? `It has ${PROFILE_KEYS.join(", ")}.` : `Did you mean ${near}?`} Nothing was changed.`,
  });
}

function patchOf(key: ProfileKey, value: string): ProfilePatch {
  switch (key) {
    case "stack":
      return { stack: value };
    case "packageManager":
      return { packageManager: value === "" || value === "none" ? null : value };
    case "monorepo":
      return { monorepo: yesOrNo(value) };
    case "test":
    case "typecheck":
    case "lint":
    case "build":
    case "format":
      return { commands: { [key]: value } };
  }
}

function yesOrNo(value: string): boolean {
  const word = value.trim().toLowerCase();
  if (["true", "yes"].includes(word)) return true;
  if (["false", "no"].includes(word)) return false;
  throw new ToolError("VALIDATION_ERROR", `monorepo must be true or false, not "${value}".`, {
    details: { field: "monorepo", value },
    reason: "Nothing was changed.",
  });
}

const incomplete = (): ToolError =>
  new ToolError("USAGE", `"${TOOL_NAME} profile set" needs a key and a value.`, {
    details: { command: "profile set" },
    reason: "Nothing was changed.",
    hints: [{ command: `${TOOL_NAME} profile set test "<command>"` }],
  });
