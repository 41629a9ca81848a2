import type { BacklogItem } from "#contracts/schema/backlog-item";
import { foldLine } from "#core/text/fold-line";

const LONGEST = 80;

/** Why an item is stuck, in one clause: the whole of it is in the panel. */
export function shortReason(item: BacklogItem): string {
  const reason = foldLine(item.blockedReason ?? "");
  if (item.needsHuman === true) return "has a question";
  const attempts = /^no signal in (\d+ attempts?)/.exec(reason)?.[1];
  if (attempts !== undefined) return `gave up after ${attempts}`;
  if (reason === "") return item.deferred === true ? "gave up" : "no reason given";
  return firstClause(reason);
}

/** Up to the first stop; agents explain at length. */
function firstClause(text: string): string {
  const clause = /^.*?(?=[.;:?!](?:\s|$)| [–—-] |, (?:and|but|so|because|which) )/.exec(text)?.[0] ?? text;
  const words = clause === "" ? text : clause;
  return words.length > LONGEST ? `${words.slice(0, LONGEST).trimEnd()}…` : words;
}
