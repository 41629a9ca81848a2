/** What a look-over checks, in its order. */
export const DOCTOR_CHECKS = [
  "git",
  "project",
  "agents",
  "commands",
  "backlog",
  "lock",
  "artifacts",
  "leftovers",
  "stash",
] as const;
