import { updateSettings } from "@clack/prompts";
import type { CommandContext } from "#cli/context";

const CTRL_D = "\u0004";

/**
 * Before the prompt library is used. It asks the environment, not us, whether it may use colour. And Ctrl-D, which
 * closes its input and would end the process in the middle with code 0, leaves as Ctrl-C does.
 */
export function preparePrompts({ pen }: CommandContext): void {
  updateSettings({ aliases: { [CTRL_D]: "cancel" } });
  if (pen.screen.colour) return;
  process.env["NO_COLOR"] = "1";
  delete process.env["FORCE_COLOR"];
}
