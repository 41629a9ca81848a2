import { cancel, confirm } from "@clack/prompts";
import { obeyColour } from "#cli/commands/ask";
import type { CommandContext } from "#cli/context";

/** False after No, Escape and Ctrl-C. The prompt library talks to the process's own terminal. */
export async function askUninstall(context: CommandContext): Promise<boolean> {
  obeyColour(context);
  const agreed = await confirm({ message: "Uninstall?", initialValue: false });
  if (agreed === true) return true;
  cancel("Nothing was written.");
  return false;
}
