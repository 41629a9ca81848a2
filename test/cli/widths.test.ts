import { describe, expect, test } from "vitest";
import { COMMANDS } from "#cli/commands/table";
import { textWidth } from "#cli/render/width";
import { LEDGER_ITEMS, ledgerWorld } from "../fakes/ledger-api.ts";
import { runTool } from "../fakes/run-tool.ts";

/** No line is wider than its terminal, but for commands to paste, which are never cut. */

const WIDTHS = [40, 47, 59, 60, 66, 75, 80, 100, 300];
const LONG =
  "Zeige Beträge 金額を表示する 🎉🎉 in jeder Währung, und zwar überall dort, wo heute nur Euro stehen";
const ITEMS = LEDGER_ITEMS.map((item, i) => ({
  ...item,
  title: i % 2 === 0 ? `${LONG} ${item.title}` : item.title,
  ...(item.blockedReason !== undefined && { blockedReason: `${item.blockedReason} ${LONG} ${LONG} ${LONG}` }),
}));
const SCREENS = [
  "status",
  "backlog list",
  "backlog show 004",
  "backlog validate",
  "agents",
  "doctor",
  "progress",
];
const MORE = [
  "",
  "log",
  "backlog sweep --dry-run",
  "backlog archive list",
  "profile show",
  "config list",
  "--help",
];
const REFUSED = [
  "backlog add",
  "backlog delete 006",
  "loop run",
  "backlog show 999",
  "status nowhere",
  "stauts",
];
const HELP = COMMANDS.map(({ path }) => `help ${path.join(" ")}`);

describe.each(WIDTHS)("%i columns", (columns) => {
  test.each([...SCREENS, ...MORE, ...REFUSED, ...HELP])("tool %s", async (line) => {
    const world = ledgerWorld(ITEMS, {
      ".tool/progress.md": `# Learned\n\n- ${LONG}\n`,
      ".tool/tool.log": "",
    });
    const { out, err } = await runTool(world, line.split(" ").filter(Boolean), { columns });
    const lines = `${out}${err}`.split("\n");
    expect(lines.filter((one) => textWidth(one) > columns && !isPasted(one, line))).toEqual([]);
  });
});

/** A command of a hint or an example, a path that is what the line is about, the text of a file as it is. */
const isPasted = (text: string, line: string): boolean =>
  /^(→ | )+ *(tool|git|rm|kill|cd|touch|source) /.test(text) ||
  text.startsWith("Examples  ") ||
  /^[^ ]*\/[^ ]*$/.test(text.trim()) ||
  ["progress", "log"].includes(line);
