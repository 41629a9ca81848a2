import { cancel, confirm } from "@clack/prompts";
import { preparePrompts } from "#cli/commands/prepare-prompts";
import type { CommandContext } from "#cli/context";

/** False after No, Escape and Ctrl-C. The prompt library talks to the process's own terminal. */
export async function askUninstall(context: CommandContext): Promise<boolean> {
  preparePrompts(context);
  const agreed = await confirm({ message: "Uninstall?", initialValue: false });
  if (agreed === true) return true;
  cancel("Nothing was written.");
  return false;
}
