import { expect } from "vitest";
import { BACKLOG_SHAPE, fits } from "#contracts/shapes";
import { runCli } from "#cli/run-cli";
import { LEDGER, LEDGER_ITEMS, ledgerWorld } from "../fakes/ledger-api.ts";
import { realFile } from "./corpus.ts";
import type { Target } from "./target.ts";

/** A file of a project or of the user, broken, and commands that read or rewrite it. */
interface FileTarget {
  readonly path: string;
  readonly corpus: readonly string[];
  readonly commands: readonly string[];
}

const ADD = "backlog add --type bug --title New --ac x";
const READERS = ["status", "status --json", "doctor", "reset"] as const;
const BACKLOG_WRITERS = [
  ADD,
  "backlog edit 002 --notes new",
  "backlog unblock",
  "backlog sweep --yes",
  "reset",
];

/** What writes only its own part of a file. */
const OWN_PARTS = ["update", "update --check", "profile set test true", "uninstall --yes"];

const FILES: readonly FileTarget[] = [
  {
    path: `${LEDGER}/.tool/backlog.json`,
    corpus: ["backlog.json"],
    commands: [
      "status",
      "backlog list",
      "backlog list --json",
      "backlog show 002",
      "backlog validate",
      "backlog validate --json --specs-dir .",
      "projects status --root ..",
      "doctor",
      ...BACKLOG_WRITERS,
    ],
  },
  {
    path: `${LEDGER}/.tool/backlog.json.bak`,
    corpus: ["backlog.json"],
    commands: ["backlog restore --yes", "status", ADD],
  },
  {
    path: `${LEDGER}/.tool.json`,
    corpus: ["marker.json"],
    commands: [
      ...READERS,
      "profile show",
      "update --check",
      "profile set test true",
      "projects list --root ..",
      "loop run",
    ],
  },
  {
    path: `${LEDGER}/.tool/state.json`,
    corpus: ["state.json"],
    commands: [...READERS, "follow --json", "follow", "resume", "loop run", "projects status --root .."],
  },
  {
    path: `${LEDGER}/.tool/events.ndjson`,
    corpus: ["events.ndjson", "all-events.ndjson"],
    commands: ["follow", "follow --verbose", "follow --json", "status"],
  },
  {
    path: `${LEDGER}/.tool/tool.log`,
    corpus: ["tool.log"],
    commands: ["log", "log --json", "log --tail 3", "log --follow", "status", "status --json"],
  },
  {
    path: `${LEDGER}/.tool/progress.md`,
    corpus: ["progress.md", "tool.log"],
    commands: ["progress", "progress --json"],
  },
  { path: `${LEDGER}/.tool/iteration-status.json`, corpus: ["iteration-status.json"], commands: READERS },
  { path: `${LEDGER}/.tool/agent.json`, corpus: ["agent.json"], commands: READERS },
  {
    path: `${LEDGER}/.tool/.loop.lock`,
    corpus: ["lock.json"],
    commands: [...READERS, ADD, "backlog sweep --yes"],
  },
  {
    path: `${LEDGER}/.tool/archive/2026-11.json`,
    corpus: ["archive-month.json"],
    commands: [
      "backlog archive list",
      "backlog archive view 2026-11",
      "backlog sweep --yes",
      ADD,
      "backlog validate",
    ],
  },
  {
    path: `${LEDGER}/package.json`,
    corpus: ["package.json"],
    commands: ["profile detect", "profile detect --json", "doctor"],
  },
  { path: `${LEDGER}/AGENTS.md`, corpus: ["agents.txt"], commands: OWN_PARTS },
  { path: `${LEDGER}/.gitignore`, corpus: ["gitignore.txt"], commands: OWN_PARTS },
  {
    path: `${LEDGER}/.ralph.json`,
    corpus: ["marker.json"],
    commands: ["migrate --dry-run", "migrate"],
  },
  {
    path: "/home/user/.tool/config.json",
    corpus: ["config.json"],
    commands: ["config list", "config set port 5174", "agents", "status"],
  },
  {
    path: "/home/user/.tool/active/0123456789abcdef.json",
    corpus: ["active.json"],
    commands: ["status --all", "status --all --json"],
  },
];

/** What follows a run is left at last, as by Ctrl-C. */
const LEAVE_MS = 5;

async function tryFile(
  { path, commands }: FileTarget,
  text: string,
  pick: (below: number) => number,
): Promise<void> {
  const world = ledgerWorld(LEDGER_ITEMS);
  world.files.plant({ [path]: text });
  const before = world.files.textOf(path);
  const argv = (commands[pick(commands.length)] ?? "").split(" ");
  const host = world.host({ terminal: false, stdinTerminal: false });
  const leave = setInterval(() => host.raise("SIGINT"), LEAVE_MS);
  try {
    const code = await runCli(argv, host);
    const said = `${host.out()}${host.err()}`;
    expect(code, argv.join(" ")).toBeLessThanOrEqual(6);
    expect(said, argv.join(" ")).not.toMatch(/INTERNAL_ERROR|\n {4}at |\[object |Invalid Date/);
    if (!argv.includes("--json")) expect(said).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
    if (path.endsWith("/backlog.json")) expectKept(before ?? "", world.files.textOf(path) ?? "", argv);
  } finally {
    clearInterval(leave);
  }
}

/** What can't be read stays as it is; of what can, no item is lost but to the archive. */
function expectKept(before: string, after: string, argv: readonly string[]): void {
  const was = items(before);
  if (was === null) return expect(after, argv.join(" ")).toBe(before);
  const swept = argv.includes("sweep") ? was.filter(({ status }) => status === "done").length : 0;
  expect(items(after)?.length, argv.join(" ")).toBeGreaterThanOrEqual(was.length - swept);
}

function items(text: string): readonly { readonly status: string }[] | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return fits(BACKLOG_SHAPE, value) ? value.items : null;
  } catch {
    return null;
  }
}

export const fileTargets: readonly Target[] = FILES.map((target) => ({
  name: `file-${target.path.split("/").at(-1)}`,
  corpus: target.corpus.map(realFile),
  attempt: (text, draw) => tryFile(target, text, draw),
}));
