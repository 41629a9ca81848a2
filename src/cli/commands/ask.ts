import type { CommandContext } from "#cli/context";

/** Whether a person sits there to be asked: questions need a terminal on both sides. */
export function canAsk({ host, json, quiet, pen }: CommandContext): boolean {
  return host.stdinIsTerminal && pen.screen.redraw && !json && !quiet;
}
