import { createNarrator } from "#core/events/narrate";
import type { RunFacts } from "#core/events/run-story";
import type { CommandContext } from "#cli/context";
import { plainLine, plainNarration } from "#cli/watch/plain-lines";
import { isLastWord } from "#cli/watch/last-words";
import { runHeader, type RunOutline } from "#cli/watch/run-header";
import type { RunView } from "#cli/watch/run-view";

/** One line for each thing that happens, where nothing can be redrawn. */
export function createPlainView(
  { host, pen, say }: CommandContext,
  options: {
    readonly outline: RunOutline;
    readonly facts: Readonly<RunFacts>;
    readonly breakerThreshold: number;
  },
): RunView {
  const narrator = createNarrator(options);
  const { outline, facts } = options;
  let begun = false;
  return {
    hear(event) {
      if (!begun && !isLastWord(event)) {
        begun = true;
        say(runHeader(pen, outline, facts));
      }
      for (const told of narrator.tell(event)) {
        if (told.level === "normal") say(plainNarration(pen, host, told, facts));
      }
    },
    heardOutput: () => undefined,
    sessionStarted: () => undefined,
    stopping(atOnce) {
      const id = facts.current?.id ?? null;
      const waits = facts.committing ? "waiting for git to commit" : "";
      const what = facts.session === null ? waits : "ending the session";
      const text = [what, atOnce ? "at once" : "Ctrl-C again to stop at once"].filter(Boolean).join("; ");
      say(plainLine(pen, host, { atMs: host.now(), word: "stopping", id, text }));
    },
    close: () => undefined,
  };
}
