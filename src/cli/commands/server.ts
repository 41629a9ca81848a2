import type { CommandSpec, OptionSpec } from "#cli/commands/command-spec";
import { PLAIN_EXITS } from "#cli/commands/shared-options";

const PORT: OptionSpec = {
  flags: "--port <n>",
  about: "Of 127.0.0.1 (the setting port, 5173)",
  group: "Where",
  kind: "count",
};
const FORCE: OptionSpec = { flags: "--force", about: "End the loops that run in it, too", group: "Confirm" };

export const SERVER_COMMANDS: readonly CommandSpec[] = [
  {
    path: ["server", "start"],
    summary: "Serve the dashboard and detached runs",
    sentence: "Serve the dashboard, and run the loops that are started there or detached.",
    args: [],
    examples: ["tool server start", "tool server start --daemon", "tool server start --port 5174"],
    untouched: "Nothing was started.",
    options: [
      { flags: "--foreground", about: "In this terminal (the default on one)", group: "How" },
      { flags: "--daemon", about: "On its own; it outlives the terminal", group: "How" },
      PORT,
    ],
    exits: { 0: "stopped, started, or running already", 1: "error", 2: "refused" },
    load: () => import("#cli/commands/server/start"),
  },
  {
    path: ["server", "stop"],
    summary: "Stop the server",
    sentence: "Stop the server; with loops in it only when told to.",
    args: [],
    examples: ["tool server stop", "tool server stop --force"],
    untouched: "Nothing was stopped.",
    options: [FORCE],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/server/stop"),
  },
  {
    path: ["server", "restart"],
    summary: "Stop it and start it again",
    sentence: "Stop the server and start it again as a daemon, with the same port and root.",
    args: [],
    examples: ["tool server restart"],
    untouched: "Nothing was stopped.",
    options: [PORT, FORCE],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/server/restart"),
  },
  {
    path: ["server", "status"],
    summary: "Whether it runs, and where",
    sentence: "Say whether the server runs, and where.",
    args: [],
    examples: ["tool server status", "tool server status --json | jq -r .port"],
    options: [{ flags: "--json", about: "As one object", group: "Output", global: true }],
    exits: { 0: "always" },
    load: () => import("#cli/commands/server/status"),
  },
  {
    path: ["server", "logs"],
    summary: "The end of its log",
    sentence: "Show the end of the server's log.",
    args: [],
    examples: ["tool server logs --tail 200"],
    options: [
      { flags: "--tail <n>", about: "How many lines (50)", group: "Which", kind: "count" },
      { flags: "--json", about: "The lines as an array", group: "Output", global: true },
    ],
    exits: PLAIN_EXITS,
    load: () => import("#cli/commands/server/logs"),
  },
];
