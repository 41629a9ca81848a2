import { PROFILE_KEYS, type ProfileKey } from "#contracts/project-rules";
import type { ProjectProfile } from "#contracts/schema/profile";

/** What a profile says under a key that `profile set` takes; null: nothing. */
export function profileValue(profile: ProjectProfile, key: ProfileKey): string | null {
  switch (key) {
    case "stack":
      return profile.stack;
    case "packageManager":
      return profile.packageManager;
    case "monorepo":
      return profile.monorepo ? "yes" : "no";
    case "test":
    case "typecheck":
    case "lint":
    case "build":
    case "format":
      return profile.commands[key];
  }
}

export interface ProfileDifference {
  readonly key: ProfileKey;
  readonly stored: string | null;
  readonly detected: string | null;
}

/** Key by key, the stack first, then the commands in their order. */
export function compareProfiles(stored: ProjectProfile, detected: ProjectProfile): ProfileDifference[] {
  return [...STACK_KEYS, ...PROFILE_KEYS.filter((key) => !STACK_KEYS.includes(key))].flatMap((key) => {
    const pair = { key, stored: profileValue(stored, key), detected: profileValue(detected, key) };
    return pair.stored === pair.detected ? [] : [pair];
  });
}

const STACK_KEYS: readonly ProfileKey[] = ["stack", "packageManager", "monorepo"];
