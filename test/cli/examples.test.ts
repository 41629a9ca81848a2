import { describe, expect, test } from "vitest";
import { COMMANDS } from "#cli/commands/table";
import { parseLine } from "#cli/line/parse-line";
import { runCli } from "#cli/run-cli";
import { ToolError } from "#contracts/error";
import { LEDGER, LEDGER_ITEMS, ledgerWorld } from "../fakes/ledger-api.ts";

/** Every example of every help works when pasted: its line is in order, and what can run in this world runs. */

/** Reach for servers or terminals that this world has none of, or wait for what never comes: parsed alone. */
const PARSED =
  /^(server|loop (run|stop|review)|resume|follow|init|install|migrate|status --follow|log --follow|uninstall$)/;
const HOME = "/home/user";
const ARCHIVE = {
  ".tool/archive/2026-11.json": '{"month":"2026-11","items":[]}',
  ".tool/backlog.json.bak": '{"project":"ledger-api","description":"","items":[]}',
  "docs/exports.md": "",
  "plan.md": "- [bug] First\n",
};

const examples = COMMANDS.flatMap((command) => command.examples.map((example) => ({ command, example })));

/** The tool's own words: up to a pipe, from within a substitution. */
const wordsOf = (example: string): string[] => {
  const line = /tool (.*)/.exec(example)?.[1]?.split(/ [|>]{1,2} |\)$/)[0] ?? "";
  const words = line.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  return words.map((word) => word.replaceAll(/^["']|["']$/g, "").replace(/^~/, HOME));
};

describe.each(examples)("$example", ({ command, example }) => {
  const words = wordsOf(example);

  test("is a line of its command", () => {
    expect(words.slice(0, command.path.length)).toEqual(command.path);
    expect(() => parseLine(words, command)).not.toThrow();
  });

  test.skipIf(PARSED.test(words.join(" ")))("runs", async () => {
    const world = ledgerWorld(LEDGER_ITEMS, ARCHIVE);
    world.files.plant({ [`${HOME}/.tool/config.json`]: '{"rootDirectory":"/home/user/code"}' });
    const none = (): Promise<never> => Promise.reject(new ToolError("IO_ERROR", "There is no server."));
    const host = { ...world.host({ cwd: LEDGER, stdinTerminal: false }), servers: none, serve: none };
    const code = await runCli(words, host);
    const allowed = Object.keys(command.exits).map(Number);
    expect(allowed).toContain(code);
    expect(host.err()).not.toMatch(/USAGE|INTERNAL_ERROR|NOT_FOUND/);
  });
});
