import type { ProjectProfile } from "#contracts/schema/profile";

/** "node-typescript, pnpm, monorepo"; also the template variable stackDescription. */
export function describeStack(
  profile: Pick<ProjectProfile, "stack" | "packageManager" | "monorepo">,
): string {
  const { stack, packageManager, monorepo } = profile;
  return [
    stack,
    ...(packageManager === null ? [] : [packageManager]),
    ...(monorepo ? ["monorepo"] : []),
  ].join(", ");
}
