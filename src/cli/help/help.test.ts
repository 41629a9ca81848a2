import { describe, expect, test } from "vitest";
import { memoryHost, type MemoryHostFacts } from "../../../test/fakes/memory-host.ts";
import { COMMANDS, SECTIONS } from "#cli/commands/table";
import { runCli } from "#cli/run-cli";

const screen = async (argv: readonly string[], facts: MemoryHostFacts = {}): Promise<string> => {
  const host = memoryHost({ env: { NO_COLOR: "1" }, ...facts });
  expect(await runCli(argv, host)).toBe(0);
  expect(host.err()).toBe("");
  return `\n${host.out()}`;
};

const ROOT = `
Works through a backlog with a coding agent, one commit per item.

Usage     tool <command> [path] [options]

Set up    install       Set up this repository
          init          Create a new project, ready to loop
          update        Bring the installed files up to date
          uninstall     Take them out again; the backlog is kept
          migrate       Convert a legacy installation
          doctor        Check everything the loop needs
Backlog   backlog       add list show edit delete validate unblock sweep reset …
Run       loop          run stop review
          resume        Mend what was interrupted, answer questions, go on
          reset         Mend what was interrupted and stop there
Watch     status        Where the loop stands
          follow        The run so far, then live
          log           The raw log
          progress      What the agent has learned (progress.md)
More      agents        The coding agents, and which are installed
          profile       The stack and commands of the project: show detect set
          projects      All projects under the root: list status
          config        Your settings: get set list
          server        Dashboard, detached runs: start stop restart status logs
          completion    Tab completion for bash, zsh, fish, powershell
          version       Print the version

Options   --json        Machine-readable output
          --no-color    No colour; also NO_COLOR=1
          -q, --quiet   Errors only
          --root <dir>  Another root folder for this call
          -h, --help    Help; nothing is run

→ tool help <command>   options and examples
`;

const LOOP_RUN = `
Work through the backlog: one session and one commit per item.

Usage     tool loop run [path] [options]

Examples  tool loop run --create-branch night
          tool loop run --iterations 5 --model opus
          tool loop run --detached --follow
          tool loop run --ndjson | jq -r .type

Work      --iterations <n>             Budget (the marker's, else computed; 20+)
          --retries <n>                New attempts after the first (3)
          --timeout <min>              Longest session (60)
          --retry-blocked              First put blocked items back to pending
          --pause-on-needs-human       Stop at the first question
Agent     --agent <id>                 One of tool agents (claude-cli)
          --model <name>               opus, sonnet, haiku, or any model name
          --no-model                   Ignore the models of the items
Git       --create-branch <name>       Create it and switch to it first
          --seed-backlog               Commit backlog.json if only it is dirty
          --force                      Run on main or with uncommitted changes
Review    --review                     Review the diff at the end, may add items
          --review-only                Only the review
          --suppress-iteration-review  Switch off per-session review hooks
Where     --backlog <dir>              Another backlog inside the project
          -d, --detached               Run in the server; return at once
          -f, --follow                 With -d: watch; Ctrl-C only detaches
Output    --ndjson                     One JSON event a line, then the result
          --json                       Only the result

Exits     0 complete · 1 error or stopped · 2 refused
          3 needs human · 4 limit · 5 blocked items left
`;

describe("help", () => {
  test.each([["--help"], ["-h"], ["help"]])("tool %s", async (word) => {
    expect(await screen([word])).toBe(ROOT);
  });

  test.each([
    [["help", "loop", "run"]],
    [["loop", "run", "--help"]],
    [["--help", "loop", "run"]],
    [["loop", "run", "--bogus", "--iterations", "-h"]],
  ])("%j", async (argv) => {
    expect(await screen(argv)).toBe(LOOP_RUN);
  });

  test("the help of resume lists what that of a run leaves to the marker", async () => {
    const help = await screen(["help", "resume"]);
    for (const option of ["--env <key=value>", "--breaker <n>", "--no-sleep-on-limit"])
      expect(help).toContain(option);
  });

  test("a group alone", async () => {
    const help = await screen(["backlog"]);
    expect(await screen(["help", "backlog"])).toBe(help);
    expect(help).toBe(`
The items that the loop works through.

Usage     tool backlog <command> [path] [options]

Commands  add            Add an item
          list           All items, as the loop would take them
          show           Everything about an item
          edit           Change an item
          delete         Delete an item
          validate       Check the backlog
          unblock        Put blocked items back to pending
          sweep          Move done items to the archive
          reset          Start afresh: archive what is done
          restore        Go back to the copy before the last change
          archive list   The archived months
          archive view   The items of a month
          archive purge  Delete a month, or the whole archive

→ tool help backlog <command>   options and examples
`);
  });

  test("where it is narrow, what it is for stands below", async () => {
    const help = await screen(["help", "agents"], { columns: 40 });
    expect(help).toContain("Output    --json\n            As one object\n");
    expect(await screen(["--help"], { columns: 40 })).toMatch(
      /^\nWorks through a backlog with a coding\nagent, one commit per item\.\n\n/,
    );
    for (const line of help.split("\n")) expect(line.length).toBeLessThanOrEqual(70);
  });

  test.each(COMMANDS.map(({ path }) => path.join(" ")))(
    "no line of %s goes beyond column 80",
    async (words) => {
      const lines = (await screen(["help", ...words.split(" ")])).split("\n");
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
    },
  );

  test("every command of the table is on the first screen", () => {
    const words = SECTIONS.flatMap((section) => section.words.map(({ word }) => word));
    expect(new Set(COMMANDS.map(({ path }) => path[0]))).toEqual(new Set([...words, "help"]));
  });

  test("an unknown name is refused", async () => {
    const host = memoryHost({ env: { NO_COLOR: "1" } });
    expect(await runCli(["help", "stauts"], host)).toBe(2);
    expect(host.err()).toBe(`error[USAGE]: There is no command "stauts".
  Did you mean "status"?
→ tool status
  tool --help   all commands
`);
  });
});

describe("help --json", () => {
  const json = async (...argv: string[]): Promise<unknown> => JSON.parse(await screen(argv));

  test("one command", async () => {
    expect(await json("help", "log", "--json")).toEqual({
      name: "tool log",
      summary: "The raw log",
      description: "Show the end of the raw log.",
      usage: "tool log [path] [options]",
      arguments: [{ name: "path", required: false }],
      options: expect.arrayContaining([
        {
          flags: "--tail <n>",
          description: "How many lines (20)",
          takesValue: true,
          kind: "count",
          default: "20",
          repeatable: false,
          required: false,
        },
      ]),
      examples: ["tool log --tail 100", "tool log --follow"],
      exitCodes: { 0: "done", 1: "error", 2: "refused" },
    });
  });

  test("everything", async () => {
    expect(await json("--json", "--help")).toMatchObject({
      name: "tool",
      version: "1.0.0",
      commands: COMMANDS.map(({ path }) => ({ name: `tool ${path.join(" ")}` })),
    });
  });

  test("a group", async () => {
    expect(await json("backlog", "--help", "--json")).toMatchObject({ name: "tool backlog" });
  });
});
