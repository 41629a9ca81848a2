import { FOLLOW_START, followEvent, type FollowHeader, type FollowState } from "#core/events/follow-header";
import { createNarrator } from "#core/events/narrate";
import type { RunFacts } from "#core/events/run-story";
import type { CommandContext } from "#cli/context";
import { followHeaderLine } from "#cli/watch/follow-header-line";
import type { FollowView } from "#cli/watch/follow-view";
import { plainNarration } from "#cli/watch/plain-lines";
import { followHeaderLines } from "#cli/watch/run-header";
import type { LoopEvent } from "#contracts/schema/loop-event";

/** A run in plain lines; the sticky header is a line whenever its label or a count changes. */
export function createPlainFollow(
  { host, pen, say }: CommandContext,
  { name, verbose }: { readonly name: string; readonly verbose: boolean },
): FollowView {
  let narrator = createNarrator();
  let state: FollowState = FOLLOW_START;
  let facts: Readonly<RunFacts> | null = null;
  let waits = false;
  const hear = (event: LoopEvent): void => {
    const before = state.header;
    state = followEvent(state, event);
    if (facts === null) return;
    if (event.type === "loop_started") say(followHeaderLines(pen, name, facts, host));
    for (const told of narrator.tell(event)) {
      if (verbose || told.level === "normal") say(plainNarration(pen, host, told, facts));
    }
    // The end has a line of its own.
    if (facts.ended === null && hasChanged(before, state.header)) {
      say([followHeaderLine(pen, state.header, host.now())]);
    }
  };
  return {
    begin(next) {
      facts = next;
      narrator = createNarrator();
      state = FOLLOW_START;
    },
    hear,
    show: () => undefined,
    rest: () => undefined,
    noRun() {
      if (!waits) say([`No run yet in ${name}; waiting for one. Ctrl-C leaves.`]);
      waits = true;
    },
    close: () => undefined,
  };
}

const hasChanged = (a: FollowHeader, b: FollowHeader): boolean =>
  a.label !== b.label || a.done !== b.done || a.blocked !== b.blocked;
