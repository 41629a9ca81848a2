import type { CommandContext } from "#cli/context";
import { expectWord } from "#cli/completion/expect-word";
import { shellScript } from "#cli/completion/shell-script";
import { SHELLS } from "#cli/completion/shells";
import { closestWord } from "#core/text/closest-word";
import { ToolError } from "#contracts/error";
import { EXIT } from "#contracts/exit-codes";
import { TOOL_NAME } from "#contracts/names";

/** The script for a shell; with --candidates what that script asks for at each press of Tab. */
export async function run(context: CommandContext): Promise<number> {
  const { host, args, options } = context;
  if (options.flag("candidates")) {
    host.stdout.write((await candidateLines(context)).map((line) => `${line}\n`).join(""));
    return EXIT.ok;
  }
  const shell = SHELLS.find((one) => one === args[0]);
  if (shell === undefined || args.length > 1) throw unknownShell(args);
  const script = shellScript(shell);
  if (context.json) context.data({ shell, script });
  else host.stdout.write(script);
  return EXIT.ok;
}

/** Word, tab, what it is; a line without a word asks the shell for its folders. */
const candidateLines = async ({ host, args }: CommandContext): Promise<readonly string[]> => {
  const cursor = (args.at(-1) ?? "@").replace(/^@/, "");
  const expected = expectWord(args.slice(0, -1), cursor);
  const found = [...expected.words];
  for (const what of expected.lookups) {
    if (what === "folders") continue;
    const { lookUp } = await import("#cli/completion/look-up");
    found.push(...(await lookUp(host, expected, what)));
  }
  return [
    ...found.map(({ word, about }) => `${expected.prefix}${word}\t${about}`),
    ...(expected.lookups.includes("folders") ? ["\tfolders"] : []),
  ];
};

const unknownShell = ([shell]: readonly string[]): ToolError => {
  const near = shell === undefined ? null : closestWord(shell, SHELLS);
  const names = `${SHELLS.slice(0, -1).join(", ")} or ${SHELLS.at(-1)}`;
  const sentence =
    shell === undefined
      ? `"${TOOL_NAME} completion" needs a shell: ${names}.`
      : `There is completion for ${names}, not for "${shell}".`;
  return new ToolError("USAGE", sentence, {
    details: { command: "completion", ...(shell !== undefined && { shell }) },
    ...(near !== null && { reason: `Did you mean ${near}?` }),
    hints: [{ command: `${TOOL_NAME} completion ${near ?? "bash"}` }],
  });
};
