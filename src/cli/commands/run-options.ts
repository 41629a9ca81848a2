import type { OptionSpec } from "#cli/commands/command-spec";
import { TIER_ALIASES } from "#contracts/agent-ids";

/** How much a run does; of every command that starts one. */
export const WORK_OPTIONS: readonly OptionSpec[] = [
  {
    flags: "--iterations <n>",
    about: "Budget (the marker's, else computed; 20+)",
    group: "Work",
    kind: "count",
  },
  { flags: "--retries <n>", about: "New attempts after the first (3)", group: "Work", kind: "whole" },
  { flags: "--timeout <min>", about: "Longest session (60)", group: "Work", kind: "amount" },
  { flags: "--retry-blocked", about: "First put blocked items back to pending", group: "Work" },
  { flags: "--pause-on-needs-human", about: "Stop at the first question", group: "Work" },
  { flags: "--no-sleep-on-limit", about: "End the run at a usage limit", group: "Work", unlisted: true },
  {
    flags: "--breaker <n>",
    about: "Failures in a row that stop the run (3)",
    group: "Work",
    kind: "count",
    unlisted: true,
  },
];

export const MODEL_OPTION: OptionSpec = {
  flags: "--model <name>",
  about: "opus, sonnet, haiku, or any model name",
  group: "Agent",
  kind: "name",
  values: TIER_ALIASES,
};

/** Who does it. */
export const AGENT_OPTIONS: readonly OptionSpec[] = [
  {
    flags: "--agent <id>",
    about: "One of tool agents (claude-cli)",
    group: "Agent",
    kind: "name",
    values: "agents",
  },
  MODEL_OPTION,
  { flags: "--no-model", about: "Ignore the models of the items", group: "Agent" },
  {
    flags: "--env <key=value>",
    about: "For the environment of the agent",
    group: "Agent",
    repeatable: true,
    unlisted: true,
  },
];

/** As the help of a command lists all of them; that of `loop run` leaves out what is rather set in the marker. */
export const listed = (options: readonly OptionSpec[]): readonly OptionSpec[] =>
  options.map((option) => ({ ...option, unlisted: undefined }));

/** What a run ends with. */
export const RUN_EXITS = {
  0: "complete",
  1: "error or stopped",
  2: "refused",
  3: "needs human",
  4: "limit",
  5: "blocked items left",
} as const;
