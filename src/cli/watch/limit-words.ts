import type { RunFacts } from "#core/events/run-story";
import { clean } from "#cli/render/clean";

/** `the 5-hour usage limit of claude-cli`: the event names the window, the run its agent. */
export function limitWords(reason: string, { provider }: Readonly<RunFacts>): string {
  const words = clean(reason);
  return provider === null || words.includes(" of ") ? words : `${words} of ${clean(provider)}`;
}
