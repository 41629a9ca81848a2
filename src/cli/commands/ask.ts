import type { CommandContext } from "#cli/context";

/** Whether a person sits there to be asked: questions need a terminal on both sides. */
export function canAsk({ host, json, quiet, pen }: CommandContext): boolean {
  return host.stdinIsTerminal && pen.screen.redraw && !json && !quiet;
}

/** Before the prompt library is used: it asks the environment, not us, whether it may use colour. */
export function obeyColour({ pen }: CommandContext): void {
  if (pen.screen.colour) return;
  process.env["NO_COLOR"] = "1";
  delete process.env["FORCE_COLOR"];
}
