import type { ProfileKey } from "#contracts/project-rules";
import type { ProjectProfile } from "#contracts/schema/profile";
import type { ProfileDifference } from "#core/profile/compare-profiles";
import { mergeProfile } from "#core/profile/merge-profile";

/** Body of a change of the profile. */
export interface ProfileChange {
  readonly stack?: string;
  readonly packageManager?: string | null;
  readonly monorepo?: boolean;
  readonly commands?: Partial<ProjectProfile["commands"]>;
}

/** Values as the table shows them, as one change. */
export function changeOf(
  values: readonly (readonly [key: ProfileKey, value: string | null])[],
): ProfileChange {
  return values.reduce<ProfileChange>((change, [key, value]) => {
    switch (key) {
      case "stack":
        return { ...change, stack: value ?? "" };
      case "packageManager":
        return { ...change, packageManager: value };
      case "monorepo":
        return { ...change, monorepo: value === "yes" };
      case "test":
      case "typecheck":
      case "lint":
      case "build":
      case "format":
        return { ...change, commands: { ...change.commands, [key]: value } };
    }
  }, {});
}

/** Taking what was detected. */
export function takeDetected(differences: readonly ProfileDifference[]): ProfileChange {
  return changeOf(differences.map(({ key, detected }) => [key, detected]));
}

/** What verify would be. */
export function verifyAfter(profile: ProjectProfile, differences: readonly ProfileDifference[]): string {
  const { commands } = takeDetected(differences);
  return mergeProfile(profile, commands === undefined ? {} : { commands }).verify;
}
